/** Which node got another name, as far as two drawings tell. Pure. */

export interface Renaming {
  readonly from: string;
  readonly to: string;
}

interface Named {
  readonly name: string;
}

/** One went and one came: it was renamed. Null for anything else. */
export function renaming(before: readonly Named[], after: readonly Named[]): Renaming | null {
  const [old, now] = [namesOf(before), namesOf(after)];
  const gone = [...old].filter((name) => !now.has(name));
  const come = [...now].filter((name) => !old.has(name));
  const [from, to] = [gone[0], come[0]];
  return gone.length === 1 && come.length === 1 && from !== undefined && to !== undefined
    ? { from, to }
    : null;
}

function namesOf(nodes: readonly Named[]): ReadonlySet<string> {
  return new Set(nodes.map(({ name }) => name));
}
