/** How writers and channels are written in cells. Pure. */

/** A writer as a person says it. */
export function writerName(node: string): string {
  return node === "__start__" ? "START" : node === "" ? "input" : node;
}

/** The members of a join by its channel's name, "join:a+b:target"; none for other channels. */
export function joinMembers(channel: string): readonly string[] {
  const match = /^join:(.+):[^:]+$/.exec(channel);
  return match?.[1]?.split("+") ?? [];
}
