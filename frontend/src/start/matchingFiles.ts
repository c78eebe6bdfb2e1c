/** Which files a few typed letters mean. */

/** The files that hold every typed word, in the order given. */
export function matchingFiles(files: readonly string[], typed: string): readonly string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return files.filter((file) => words.every((word) => file.toLowerCase().includes(word)));
}
