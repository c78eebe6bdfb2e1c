/** What a node's card says: its status in a word, why, and what it wrote. Pure. */

import { PACKETS } from "../base/packets";
import type { Cell, Due, GraphNode, NodeStatus, NodeView, Wake } from "../protocol/generated";
import type { IconName } from "../ui/Icon";
import type { Attempts } from "./attempts";

/** The join that a node waits for: which members arrived, which are missing. */
export interface JoinProgress {
  readonly arrived: readonly string[];
  readonly missing: readonly string[];
}

export interface CardFacts {
  /** `writes`: the state keys that its text writes, where the text is known. */
  readonly node: GraphNode & { readonly writes?: readonly string[] | null };
  /** Null before anything was told of the node. */
  readonly view: NodeView | null;
  /** Whether the node has seen one of its triggers: it ran, whatever else is told of it. */
  readonly hasRun: boolean;
  /** That the node is due in the next superstep, and why; null when it is not. */
  readonly due: Due | null;
  readonly join: JoinProgress | null;
  /** Whether the trigger of a deferred node is kept until nothing else is due. */
  readonly isHeld: boolean;
  /** The channel that refused this node's write in the shown superstep. */
  readonly refusedBy: string | null;
  /** The superstep on show. */
  readonly shownStep: number | null;
  /** Whether the shown superstep came to nothing: what ran in it, ran in vain. */
  readonly isAborted: boolean;
  /** What befell its tasks in the shown superstep; null where there is nothing to tell. */
  readonly attempts: Attempts | null;
}

/** One line of a card. */
export interface CardLine {
  readonly icon: IconName;
  readonly text: string;
  /** Kept in sight where the text is cut. */
  readonly tail?: string;
  readonly tone: "plain" | "quiet" | "refuse" | "wait";
}

export interface CardFace {
  /** The value of `data-status`. */
  readonly status: NodeStatus;
  readonly label: CardLine;
  readonly reason: CardLine;
  /** Told in place of the chips. */
  readonly trouble: CardLine | null;
  /** The tasks that its code called in the shown superstep; null where it called none. Told in place of the chips, too. */
  readonly calls: CardLine | null;
  /** A node that takes no part in the shown superstep steps back. */
  readonly isQuiet: boolean;
  /** The channels that it wrote when it ran last. */
  readonly wrote: readonly string[];
}

/** The face of a card. */
export function faceOf(told: CardFacts): CardFace {
  const facts = withoutOtherBranches(told);
  const status = statusOf(facts);
  return {
    status,
    label: labelOf(facts, status),
    reason: reasonOf(facts, status),
    trouble: troubleOf(facts),
    calls: callsOf(facts),
    isQuiet: status === "idle" && facts.due === null && !isWaiting(facts) && !facts.isHeld,
    wrote: facts.view?.wrote ?? [],
  };
}

/** What a screen reader hears after the name. */
export function describe(face: CardFace): string {
  return [face.label, face.reason, face.trouble, face.calls].map(wordsOf).filter(Boolean).join("; ");
}

/** All of a line. */
export function wordsOf(line: CardLine | null): string {
  return line === null ? "" : `${line.text}${line.tail ?? ""}`;
}

/** Which members of a join its channel has seen, read from the preview of its value. */
export function joinProgress(members: readonly string[], cell: Cell | null): JoinProgress {
  const text = cell?.value.text ?? "";
  const has = (member: string) => cell?.available === true || text.includes(JSON.stringify(member));
  return { arrived: members.filter(has), missing: members.filter((member) => !has(member)) };
}

/** What a node did later than the shown superstep, it did on another branch of history: here it did not run yet. */
function withoutOtherBranches(facts: CardFacts): CardFacts {
  const { view, shownStep } = facts;
  const step = view?.step ?? null;
  const isElsewhere = view?.status === "idle" && step !== null && shownStep !== null && step >= shownStep;
  return isElsewhere ? { ...facts, view: null } : facts;
}

function statusOf({ view, due }: CardFacts): NodeStatus {
  const status = view?.status ?? "idle";
  return status === "idle" && due !== null ? "planned" : status;
}

function labelOf(facts: CardFacts, status: NodeStatus): CardLine {
  switch (status) {
    case "planned":
      return { icon: "planned", text: `planned${tasksOf(facts)}`, tone: "plain" };
    case "running":
      return { icon: "run", text: `running${tasksOf(facts)}`, tone: "plain" };
    case "done":
      return { icon: "check", text: doneWords(facts), tone: "plain" };
    case "failed":
      return facts.attempts?.handler == null
        ? { icon: "refuse", text: `failed${triedWords(facts)}`, tone: "refuse" }
        : { icon: "refuse", text: "handled", tone: "wait" };
    case "interrupted":
      return { icon: "clock", text: "asks", tone: "wait" };
    case "idle":
      return idleLabel(facts);
  }
}

/** How many tasks a node has, where it has more than one. */
function tasksOf({ view }: CardFacts): string {
  return view !== null && view.tasks > 1 ? ` ×${view.tasks}` : "";
}

function doneWords(facts: CardFacts): string {
  if (facts.isAborted) {
    return `ran${tasksOf(facts)}`;
  }
  const cached = facts.attempts?.cached ?? 0;
  const isCached = cached > 0 && cached === facts.view?.tasks;
  const done = isCached ? "cached" : `done${tasksOf(facts)}${cachedWords(facts)}`;
  return `${done}${triedWords(facts)}${facts.due === null ? "" : ", due"}`;
}

/** How many of several tasks a cache spared. */
function cachedWords({ attempts }: CardFacts): string {
  return attempts === null || attempts.cached === 0 ? "" : `, ${attempts.cached} cached`;
}

/** That it took more than one attempt: the number of the last, or how many of several tasks' attempts failed before. */
function triedWords({ attempts, view }: CardFacts): string {
  const retried = attempts?.retried ?? 0;
  if (retried === 0) {
    return "";
  }
  return view !== null && view.tasks > 1 ? `, ${retried} tried again` : `, try ${retried + 1}`;
}

function idleLabel({ view }: CardFacts): CardLine {
  const step = view?.step ?? null;
  return step === null
    ? { icon: "dash", text: "idle", tone: "quiet" }
    : { icon: "check", text: `step ${step}`, tone: "quiet" };
}

function reasonOf(facts: CardFacts, status: NodeStatus): CardLine {
  if (status === "idle") {
    return waitLine(facts) ?? firedLine(facts.view?.wakes ?? [], "quiet") ?? restLine(facts);
  }
  const wakes = status === "planned" && facts.due !== null ? facts.due.wakes : (facts.view?.wakes ?? []);
  return firedLine(wakes, "plain") ?? handlesLine(facts) ?? { icon: "dash", text: "due", tone: "quiet" };
}

/** No trigger wakes a handler: another node's failure does. */
function handlesLine({ attempts }: CardFacts): CardLine | null {
  const handles = attempts?.handles ?? null;
  return handles === null ? null : { icon: "bolt", text: `failure of ${handles}`, tone: "plain" };
}

/** What the node waits for; null when it does not wait. */
function waitLine(facts: CardFacts): CardLine | null {
  const { join } = facts;
  if (isWaiting(facts) && join !== null) {
    const count = `${join.arrived.length} of ${join.arrived.length + join.missing.length}`;
    return { icon: "clock", text: `${count}, needs ${join.missing.join(", ")}`, tone: "wait" };
  }
  return facts.isHeld ? { icon: "clock", text: "waits for others", tone: "wait" } : null;
}

function firedLine(wakes: readonly Wake[], tone: "plain" | "quiet"): CardLine | null {
  const fired = wakes.filter((wake) => wake.fired);
  return fired.length > 0 ? { icon: "bolt", ...wokenBy(fired), tone } : null;
}

/** On a branch of history that was gone back to, nothing tells in which step a node ran. A task that was sent leaves no trace. */
function restLine({ hasRun, shownStep, node }: CardFacts): CardLine {
  if (hasRun) {
    return { icon: "check", text: "ran before", tone: "quiet" };
  }
  const writes = node.writes ?? null;
  // Before anything ran, what the text says of the node tells more than that it did not run.
  return shownStep === null && writes !== null
    ? { icon: "pen", text: `writes ${writes.join(", ") || "nothing"}`, tone: "quiet" }
    : { icon: "dash", text: "not triggered", tone: "quiet" };
}

function troubleOf({ view, refusedBy }: CardFacts): CardLine | null {
  if (refusedBy !== null) {
    return { icon: "refuse", text: `wrote ${refusedBy}`, tone: "refuse" };
  }
  const sentence = view?.sentence ?? null;
  return view?.status === "failed" && sentence !== null
    ? { icon: "refuse", text: withoutNode(sentence), tone: "refuse" }
    : null;
}

/** What went wrong comes first where the room is small; whose failure it is, the card says. */
function withoutNode(sentence: string): string {
  return sentence.replace(/^The node "[^"]*" failed(?: in line (\d+) of [^:]*)?: (.*)$/s, (_, line, error) =>
    line === undefined ? error : `${error} (line ${line})`,
  );
}

function callsOf({ attempts }: CardFacts): CardLine | null {
  const calls = attempts?.calls ?? [];
  if (calls.length === 0) {
    return null;
  }
  const names = calls.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name));
  const isFailed = calls.some(({ failed }) => failed > 0);
  const isAtWork = calls.some(({ count, ended }) => ended < count);
  return {
    icon: isFailed ? "refuse" : isAtWork ? "run" : "check",
    text: `called ${names.join(", ")}`,
    tone: isFailed ? "refuse" : "plain",
  };
}

function isWaiting({ join, view, due }: CardFacts): boolean {
  const busy = due !== null || (view !== null && view.status !== "idle");
  return !busy && join !== null && join.arrived.length > 0 && join.missing.length > 0;
}

function wokenBy([first, ...more]: readonly Wake[]): Pick<CardLine, "tail" | "text"> {
  if (first?.channel === PACKETS) {
    return { text: "was sent here", tail: "" };
  }
  const version = first?.version === null || first?.version === undefined ? "" : ` v${first.version}`;
  return { text: first?.channel ?? "", tail: `${version}${more.length > 0 ? ` +${more.length}` : ""}` };
}
