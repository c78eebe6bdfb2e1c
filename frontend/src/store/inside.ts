/** What a superstep's events tell of graphs inside its nodes, apart from what they tell of the root. Pure. */

import type { AnyEvent, Question, StepAborted } from "../protocol/generated";
import { pathOf } from "./innerPath";

/** The events of the root graph. The same array where there are no others. */
export function rootEvents(events: readonly AnyEvent[]): readonly AnyEvent[] {
  return events.every(isRoot) ? events : events.filter(isRoot);
}

function isRoot({ ns }: AnyEvent): boolean {
  return ns === "";
}

/** One superstep of a graph inside, in a few words. */
export interface InsideStep {
  readonly step: number;
  readonly nodes: readonly string[];
  readonly failed: readonly string[];
  readonly asked: readonly { readonly node: string; readonly question: Question }[];
  /** The channels whose value it changed. */
  readonly changed: readonly string[];
  readonly status: "aborted" | "committed" | "open";
  readonly reason: StepAborted["reason"] | null;
}

/** The run of one graph inside: the nodes that lead to it, from the root's on, and its supersteps so far. */
export interface InsideRun {
  readonly ns: string;
  readonly path: readonly string[];
  readonly steps: readonly InsideStep[];
}

/** The runs of graphs inside, in the order in which they began. */
export function insideRuns(events: readonly AnyEvent[]): readonly InsideRun[] {
  const runs = new Map<string, InsideStep[]>();
  for (const event of events) {
    if (event.ns !== "") {
      const steps = runs.get(event.ns) ?? [];
      runs.set(event.ns, steps);
      take(steps, event);
    }
  }
  return [...runs].map(([ns, steps]) => ({ ns, path: pathOf(ns).split("|"), steps }));
}

function take(steps: InsideStep[], event: AnyEvent): void {
  if (event.type === "step.planned") {
    const nodes = [...new Set(event.tasks.map(({ node }) => node))];
    steps.push({ ...NEW, step: event.step, nodes });
    return;
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    steps[steps.length - 1] = { ...last, ...changeOf(last, event) };
  }
}

const NEW: InsideStep = {
  step: 0,
  nodes: [],
  failed: [],
  asked: [],
  changed: [],
  status: "open",
  reason: null,
};

function changeOf(step: InsideStep, event: AnyEvent): Partial<InsideStep> {
  switch (event.type) {
    case "task.failed":
      return { failed: [...step.failed, event.node] };
    case "task.interrupted":
      return {
        asked: [...step.asked, ...event.questions.map((question) => ({ node: event.node, question }))],
      };
    case "channel.updated":
      return event.cause === "write" && event.returned ? { changed: [...step.changed, event.channel] } : {};
    case "step.committed":
      return { status: "committed" };
    case "step.aborted":
      return { status: "aborted", reason: event.reason, changed: [] };
    default:
      return {};
  }
}
