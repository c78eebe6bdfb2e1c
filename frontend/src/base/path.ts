/** Paths of either kind of machine, for showing only. */

/** The last part of a path. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
