/** Who waits after a superstep: for members of a join, or for everything else to be done. Pure. */

import { own } from "../base/record";
import type { Cell, Due, Snapshot } from "../protocol/generated";

/** A node that waits: for members of a join, or for everything else to be done. */
export interface WaitFact {
  readonly node: string;
  readonly channel: string;
  readonly arrived: readonly string[];
  readonly missing: readonly string[];
}

/** Joins that some reached and others did not, and nodes that wait for everything else to be done. */
export function waitsIn({ graph, cells }: Snapshot, due: readonly Due[]): readonly WaitFact[] {
  const isDue = new Set(due.map(({ node }) => node));
  const waiting = (graph?.nodes ?? []).filter(({ name }) => !isDue.has(name));
  return waiting.flatMap((node) =>
    node.triggers.flatMap((channel) => {
      const cell = own(cells, channel);
      const members = membersOf(graph?.edges ?? [], channel);
      if (cell === undefined || cell.available || cell.value.kind === "missing") {
        return [];
      }
      const arrived = members.filter((member) => hasArrived(cell, member));
      const missing = members.filter((member) => !arrived.includes(member));
      return members.length > 0 && arrived.length === 0
        ? []
        : [{ node: node.name, channel, arrived, missing }];
    }),
  );
}

function membersOf(
  edges: readonly { readonly join: string | null; readonly source: string }[],
  channel: string,
): readonly string[] {
  return [...new Set(edges.filter(({ join }) => join === channel).map(({ source }) => source))];
}

/** A barrier shows the names that reached it; who wrote to it is known, too, unless the state was restored. */
function hasArrived({ writers, value }: Cell, member: string): boolean {
  return writers.some(({ node }) => node === member) || value.text.includes(JSON.stringify(member));
}
