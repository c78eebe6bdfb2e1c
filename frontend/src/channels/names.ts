/** How writers and channels are written in cells. Pure. */

import { nodeTitle } from "../base/nodeTitle";

/** A writer as a person says it. */
export function writerName(node: string): string {
  return node === "" ? "input" : nodeTitle(node);
}

/** The members of a join by its channel's name, "join:a+b:target"; none for other channels. */
export function joinMembers(channel: string): readonly string[] {
  const match = /^join:(.+):[^:]+$/.exec(channel);
  return match?.[1]?.split("+") ?? [];
}

/** Where a long name may be broken: behind the signs that join its parts, and between the words of a class's name. */
export function breakable(name: string): readonly string[] {
  return name.split(/(?<=[:+_])(?=[^:+_])|(?<=[a-z])(?=[A-Z])/);
}
