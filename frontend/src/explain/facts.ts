/** What a superstep's events say, put in the order of an explanation: who ran, what changed, who is next. Pure. */

import { PACKETS } from "../base/packets";
import { own } from "../base/record";
import type {
  AnyEvent,
  ChannelConflicted,
  ChannelConsumed,
  ChannelFinished,
  ChannelUpdated,
  Due,
  EngineWarned,
  GraphChannel,
  KeptTask,
  PlannedTask,
  Preview,
  Question,
  Snapshot,
  StateEdited,
  StepAborted,
  StepEntry,
  TaskRetried,
  Wake,
  Write,
  Writer,
} from "../protocol/generated";
import { type CalledFact, calledFact } from "./called";
import { type EndFacts, endsOf } from "./ends";
import { type FailureFact, failureFact, type UnfitFact, unfitIn } from "./failures";
import { type WaitFact, waitsIn } from "./waits";

/** What an explanation is made of. */
export interface Explained {
  readonly entry: StepEntry;
  readonly events: readonly AnyEvent[];
  readonly snapshot: Snapshot;
}

/** A trigger that moved past what its node had seen, and who wrote it. */
export interface TriggerFact {
  readonly channel: string;
  readonly version: number | null;
  readonly seen: number | null;
  readonly writers: readonly Writer[];
}

/** A value that the checkpoint does not hold. */
export interface UnstorableFact {
  readonly channel: string;
  readonly sentence: string;
}

export type TaskEnd =
  | "asked"
  | "cached"
  | "done"
  | "failed"
  | "given up"
  | "planned"
  | "restored"
  | "running";

export interface SentFact {
  /** Null before it starts. */
  readonly input: Preview | null;
  readonly writers: readonly Writer[];
}

export interface TaskFact {
  readonly task: string;
  readonly node: string;
  /** Empty for a task that was sent. */
  readonly triggers: readonly TriggerFact[];
  /** Sent with an input of its own, by these; null for a task that its triggers woke. */
  readonly sent: SentFact | null;
  readonly end: TaskEnd;
  readonly writes: readonly Write[];
  /** Keys of its result that no channel takes. */
  readonly ignored: readonly string[];
  readonly failure: FailureFact | null;
  readonly questions: readonly Question[];
  /** Who ran its function on an executor; "" when it ran where the run is. */
  readonly worker: string;
  /** The attempts that failed before the one that ended the task. */
  readonly retries: readonly TaskRetried[];
  /** The node of the failure that it takes, "" where nobody told; null for a task that is no handler's. */
  readonly handles: string | null;
  /** The node that takes its failure. */
  readonly handler: string | null;
  /** Of a task that another one's code called: that one's node ("" where nobody told), and what it was called with. */
  readonly called: CalledFact | null;
  /** What it printed, from the beginning. */
  readonly printed: string;
  /** How many printed characters were not kept. */
  readonly cut: number;
}

export type ChannelCall = ChannelConsumed | ChannelFinished | ChannelUpdated;

/** One call on a channel, with what the graph says of the channel. */
export interface ChangeFact {
  readonly event: ChannelCall;
  readonly channel: GraphChannel | null;
  /** What the channel held before the superstep. */
  readonly before: Preview | null;
  /** The nodes that it woke, for one that was consumed. */
  readonly woke: readonly string[];
}

export interface DueFact {
  readonly node: string;
  readonly triggers: readonly TriggerFact[];
}

export interface StepFacts extends EndFacts {
  readonly step: number;
  readonly status: StepEntry["status"];
  readonly source: StepEntry["source"];
  readonly tasks: readonly TaskFact[];
  readonly edit: StateEdited | null;
  readonly changes: readonly ChangeFact[];
  readonly conflicts: readonly ChannelConflicted[];
  readonly warnings: readonly EngineWarned[];
  readonly unstorable: readonly UnstorableFact[];
  readonly abort: StepAborted | null;
  readonly unfit: readonly UnfitFact[];
  readonly kept: readonly KeptTask[];
  /** Null while the superstep is open. */
  readonly due: readonly DueFact[] | null;
  readonly waits: readonly WaitFact[];
}

/** The facts of one superstep of the root graph. */
export function factsOf({ entry, events, snapshot }: Explained): StepFacts {
  const root = events.filter((event) => event.ns === "");
  const abort = root.find((event) => event.type === "step.aborted") ?? null;
  const tasks = root.flatMap(tasksIn);
  const next = entry.status === "open" ? null : (root.find(isCommit)?.next ?? snapshot.next);
  return {
    step: entry.step,
    status: entry.status,
    source: entry.source,
    tasks: tasks.map((task) => taskFact(task, root, { snapshot, status: entry.status })),
    edit: root.find((event) => event.type === "state.edited") ?? null,
    changes: root.filter(isCall).map((event) => changeFact(event, { snapshot, tasks })),
    conflicts: root.filter((event) => event.type === "channel.conflicted"),
    warnings: root.filter((event) => event.type === "engine.warned"),
    unstorable: Object.entries(root.find(isCommit)?.unstorable ?? {}).map(([channel, sentence]) => ({
      channel,
      sentence,
    })),
    abort,
    unfit: abort?.reason === "plan_failed" ? unfitIn(abort.sentence, snapshot) : [],
    kept: abort?.kept ?? [],
    due: next?.map((due) => dueFact(due, snapshot)) ?? null,
    waits: entry.status === "open" ? [] : waitsIn(snapshot, next ?? []),
    ...endsOf(entry, tasks, { events: root, snapshot }),
  };
}

/** The tasks of a plan, and those that join later: of handlers, and of what the code of tasks calls. */
function tasksIn(event: AnyEvent): readonly PlannedTask[] {
  if (event.type === "task.started" && event.calledBy != null) {
    return [{ id: event.task, node: event.node, path: [], wakes: [], managed: {}, restored: false }];
  }
  if (event.type === "task.handled") {
    const path = [event.node, HANDLER];
    return [{ id: event.by, node: event.handler, path, wakes: [], managed: {}, restored: false }];
  }
  return event.type === "step.planned" ? event.tasks : [];
}

/** Stands in the path of a handler's task, behind the path of the task that failed. */
const HANDLER = "node_error_handler";

function handledBy(task: PlannedTask, events: readonly AnyEvent[]): string | null {
  const told = events.find((event) => event.type === "task.handled" && event.by === task.id);
  if (told?.type === "task.handled") {
    return told.node;
  }
  const [kind, name] = task.path;
  const pulled = kind === PULLED && typeof name === "string" ? name : "";
  return task.path.includes(HANDLER) ? pulled : null;
}

function isCommit(event: AnyEvent) {
  return event.type === "step.committed";
}

function isCall(event: AnyEvent): event is ChannelCall {
  return (
    event.type === "channel.updated" || event.type === "channel.consumed" || event.type === "channel.finished"
  );
}

function taskFact(
  task: PlannedTask,
  events: readonly AnyEvent[],
  { snapshot, status }: { snapshot: Snapshot; status: StepEntry["status"] },
): TaskFact {
  const own = events.filter((event) => "task" in event && event.task === task.id);
  const finished = own.find((event) => event.type === "task.finished");
  const failed = own.find((event) => event.type === "task.failed");
  const asked = own.find((event) => event.type === "task.interrupted");
  const input = own.find((event) => event.type === "task.started")?.input ?? null;
  const handles = handledBy(task, events);
  const called = calledFact(own, events);
  const sent = handles === null && called === null ? sentFact(task, input, snapshot) : null;
  return {
    task: task.id,
    node: task.node,
    triggers:
      sent === null
        ? task.wakes.filter(({ fired }) => fired).map((wake) => triggerOf(wake, wokenBy(snapshot, task.node)))
        : [],
    sent,
    end: endOf(task, own, status),
    writes: finished?.writes ?? failed?.writes ?? [],
    ignored: finished?.ignored ?? [],
    failure: failed === undefined ? null : failureFact(failed, { snapshot, input }),
    questions: asked?.questions ?? [],
    worker: own.find((event) => event.type === "task.placed")?.worker ?? "",
    retries: own.filter((event) => event.type === "task.retried"),
    handles,
    handler: own.find((event) => event.type === "task.handled")?.handler ?? null,
    called,
    printed: own.map((event) => (event.type === "task.output" ? event.text : "")).join(""),
    cut: own.reduce((sum, event) => sum + (event.type === "task.output" ? event.cut : 0), 0),
  };
}

const SENT = "__pregel_push";
const PULLED = "__pregel_pull";

/** Each packet makes a task of its own; what all of them lay in is no trigger of the node. */
function sentFact(task: PlannedTask, input: Preview | null, snapshot: Snapshot): SentFact | null {
  if (task.path[0] !== SENT && task.wakes.some(({ fired }) => fired)) {
    return null;
  }
  return {
    input: input === null || input.kind === "missing" ? null : input,
    writers: wokenBy(snapshot, task.node)(PACKETS),
  };
}

const ENDS: Partial<Record<AnyEvent["type"], TaskEnd>> = {
  "task.started": "running",
  "task.finished": "done",
  "task.failed": "failed",
  "task.interrupted": "asked",
};

function endOf(task: PlannedTask, events: readonly AnyEvent[], status: StepEntry["status"]): TaskEnd {
  const last = events.findLast(({ type }) => ENDS[type] !== undefined);
  const began = task.restored ? "restored" : "planned";
  const ended = last === undefined ? began : (ENDS[last.type] ?? began);
  const end = events.some(({ type }) => type === "task.cached") ? "cached" : ended;
  // Nothing tells the end of a task whose superstep was given up: it is at work no more.
  return end === "running" && status === "aborted" ? "given up" : end;
}

type WritersOf = (channel: string) => readonly Writer[];

function triggerOf({ channel, version, seen }: Wake, writersOf: WritersOf): TriggerFact {
  return { channel, version, seen, writers: writersOf(channel) };
}

/** Who had written the triggers of a node when it was planned. */
function wokenBy({ nodes }: Snapshot, node: string): WritersOf {
  return (channel) => own(own(nodes, node)?.wokenBy ?? {}, channel) ?? [];
}

function dueFact({ node, wakes }: Due, { cells }: Snapshot): DueFact {
  const writersOf: WritersOf = (channel) => own(cells, channel)?.writers ?? [];
  return { node, triggers: wakes.filter(({ fired }) => fired).map((wake) => triggerOf(wake, writersOf)) };
}

function changeFact(
  event: ChannelCall,
  { snapshot, tasks }: { snapshot: Snapshot; tasks: readonly PlannedTask[] },
): ChangeFact {
  const cell = own(snapshot.cells, event.channel);
  const woke = tasks.filter(({ wakes }) =>
    wakes.some(({ fired, channel }) => fired && channel === event.channel),
  );
  return {
    event,
    channel: snapshot.graph?.channels.find(({ name }) => name === event.channel) ?? null,
    before: cell === undefined || cell.previous.kind === "missing" ? null : cell.previous,
    woke: event.type === "channel.consumed" ? woke.map(({ node }) => node) : [],
  };
}
