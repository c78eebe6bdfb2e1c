/** Small things that this browser keeps between visits: theme, layout. Never values of the user's graph. */

const PREFIX = "stepgraph.";

/** What was kept under a name, if it is still of the expected shape. */
export function recall<Kept>(name: string, isKept: (value: unknown) => value is Kept): Kept | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return isKept(value) ? value : null;
  } catch {
    // A browser may forbid storage, and anyone may have written anything there.
    return null;
  }
}

/** Keep a value under a name; where storage is forbidden it lasts as long as the page. */
export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing to do: the page works without.
  }
}
