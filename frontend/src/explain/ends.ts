/** Why nothing is due after a superstep: which branches chose no node, and what earlier runs left for them to see. Pure. */

import { own } from "../base/record";
import type { AnyEvent, Cell, GraphCompiled, PlannedTask, Snapshot, StepEntry } from "../protocol/generated";
import { holdingOf } from "../store/holding";

/** A branch that chose no node, after a node that ran. `canEnd`: END is among what it can choose. */
export interface EndedBranch {
  readonly node: string;
  readonly branch: string;
  readonly canEnd: boolean;
}

export interface EndFacts {
  readonly endedBranches: readonly EndedBranch[];
  /** After START alone: the state's channels that hold what a run before this one left there. */
  readonly left: readonly string[];
}

interface Told {
  readonly events: readonly AnyEvent[];
  readonly snapshot: Snapshot;
}

const START = "__start__";
const NO_ENDS: EndFacts = { endedBranches: [], left: [] };

/** The facts of a committed superstep; of others there are none. */
export function endsOf(
  entry: StepEntry,
  tasks: readonly PlannedTask[],
  { events, snapshot }: Told,
): EndFacts {
  const { graph } = snapshot;
  if (entry.status !== "committed" || graph === null) {
    return NO_ENDS;
  }
  const endedBranches = tasks.flatMap(({ id, node }) => {
    const vias = viasOf(events, id);
    // What a branch sends is told as sent, not by which branch.
    return vias === null || vias.has("send")
      ? []
      : branchesOf(graph, node).filter(({ branch }) => !vias.has(`branch:${branch}`));
  });
  const isStart = tasks.length > 0 && tasks.every(({ node }) => node === START);
  return { endedBranches, left: isStart ? leftBefore(snapshot, graph, entry.step - 1) : [] };
}

/** How a task wrote; null for one that did not end well. */
function viasOf(events: readonly AnyEvent[], task: string): ReadonlySet<string> | null {
  const finished = events.find((event) => event.type === "task.finished" && event.task === task);
  return finished?.type === "task.finished" ? new Set(finished.writes.map(({ via }) => via)) : null;
}

function branchesOf({ edges }: GraphCompiled, node: string): readonly EndedBranch[] {
  const own = edges.filter(({ source, branch }) => source === node && branch !== null);
  const names = new Set(own.map(({ branch }) => branch ?? ""));
  return [...names].map((branch) => ({
    node,
    branch,
    canEnd: own.some((edge) => edge.branch === branch && edge.target === "__end__"),
  }));
}

/** Channels with a version whose writers are all known to have written before the input, superstep `input`, came in. */
function leftBefore({ cells }: Snapshot, { channels }: GraphCompiled, input: number): readonly string[] {
  return channels
    .filter(({ name, kind, role }) => role === "state" && isLeft(own(cells, name), kind, input))
    .map(({ name }) => name);
}

function isLeft(cell: Cell | undefined, kind: string, input: number): boolean {
  return (
    cell !== undefined &&
    cell.version !== null &&
    holdingOf(kind, cell) === "something" &&
    cell.writers.length > 0 &&
    cell.writers.every(({ step }) => step < input)
  );
}
