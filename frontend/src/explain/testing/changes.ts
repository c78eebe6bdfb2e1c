/** Ways in which an event could have been another one; each has to change what is explained. */

import type {
  AnyEvent,
  ChannelConflicted,
  ChannelConsumed,
  ChannelFinished,
  ChannelUpdated,
  ChannelWrite,
  Due,
  EngineWarned,
  GraphCompiled,
  PlannedTask,
  StateEdited,
  StepAborted,
  StepCommitted,
  StepPlanned,
  TaskFailed,
  TaskFinished,
  TaskInterrupted,
  TaskOutput,
  Wake,
} from "../../protocol/generated";
import { attemptChanges } from "./attempts";

type Change = readonly [what: string, changed: AnyEvent | null];

/** The event as it could have been, by what is other in it. */
export function changesOf(event: AnyEvent): readonly (readonly [what: string, changed: AnyEvent])[] {
  return allOf(event).flatMap(([what, changed]) => (changed === null ? [] : [[what, changed] as const]));
}

/** Events that belong to no superstep: the bar and the timeline tell them. */
export const TOLD_ELSEWHERE: readonly AnyEvent["type"][] = [
  "graph.rejected",
  "run.started",
  "run.paused",
  "run.finished",
  "run.failed",
  "run.stopped",
  "state.restored",
  "worker.lost",
];

const another = { kind: "str", text: '"something else"' } as const;

function first<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] | null {
  const [item, ...rest] = items;
  return item === undefined ? null : [change(item), ...rest];
}

const NOTHING: readonly Change[] = [];

function allOf(event: AnyEvent): readonly Change[] {
  if (event.type.startsWith("channel.")) {
    return channelChanges(event);
  }
  switch (event.type) {
    case "graph.compiled":
      return graphCompiledChanges(event);
    case "step.planned":
      return stepPlannedChanges(event);
    case "task.retried":
    case "task.handled":
    case "task.cached":
    case "task.placed":
      return attemptChanges(event);
    case "task.started":
      return event.calledBy == null ? NOTHING : [["who called it", { ...event, calledBy: "another" }]];
    case "task.output":
      return taskOutputChanges(event);
    case "task.finished":
      return taskFinishedChanges(event);
    case "task.failed":
      return taskFailedChanges(event);
    case "task.interrupted":
      return taskInterruptedChanges(event);
    case "step.committed":
      return stepCommittedChanges(event);
    case "step.aborted":
      return stepAbortedChanges(event);
    case "state.edited":
      return stateEditedChanges(event);
    case "engine.warned":
      return engineWarnedChanges(event);
    default:
      return NOTHING;
  }
}

function channelChanges(event: AnyEvent): readonly Change[] {
  switch (event.type) {
    case "channel.consumed":
      return channelConsumedChanges(event);
    case "channel.updated":
      return channelUpdatedChanges(event);
    case "channel.finished":
      return channelFinishedChanges(event);
    case "channel.conflicted":
      return channelConflictedChanges(event);
    default:
      return NOTHING;
  }
}

function graphCompiledChanges(event: GraphCompiled): readonly Change[] {
  return [
    [
      "the reducer",
      event.channels.some(({ argument }) => argument === "operator.add")
        ? { ...event, channels: event.channels.map((channel) => ({ ...channel, argument: "max" })) }
        : null,
    ],
  ];
}

function stepPlannedChanges(event: StepPlanned): readonly Change[] {
  return [
    ["the version of a trigger", withWake(event, (wake) => ({ ...wake, version: 77 }))],
    ["the version that was seen", withWake(event, (wake) => ({ ...wake, seen: 76 }))],
    ["the trigger", withWake(event, (wake) => ({ ...wake, channel: "elsewhere" }))],
    ["which trigger fired", withWake(event, (wake) => ({ ...wake, fired: false }))],
    [
      "whether a task runs again",
      withTask(event, (task) => ({ ...task, restored: !task.restored, id: "none" })),
    ],
  ];
}

function taskOutputChanges(event: TaskOutput): readonly Change[] {
  return [["the text", { ...event, text: "something else" }]];
}

function taskFinishedChanges(event: TaskFinished): readonly Change[] {
  return [
    ["a key that no channel takes", { ...event, ignored: [...event.ignored, "typo"] }],
    ["how a trigger was written", withVia(event)],
  ];
}

function taskFailedChanges(event: TaskFailed): readonly Change[] {
  return [
    ["the error", { ...event, error: "KeyError: 'x'" }],
    ["the code", { ...event, code: "node.exited" }],
  ];
}

function taskInterruptedChanges(event: TaskInterrupted): readonly Change[] {
  return [["the question", { ...event, questions: [{ id: "q", value: another, form: null }] }]];
}

function channelConsumedChanges(event: ChannelConsumed): readonly Change[] {
  return [
    ["the answer", { ...event, returned: !event.returned }],
    ["the version", { ...event, versionAfter: 77 }],
    ["the channel", { ...event, channel: "elsewhere" }],
  ];
}

function channelUpdatedChanges(event: ChannelUpdated): readonly Change[] {
  return [
    ["the answer", { ...event, returned: !event.returned }],
    ["the version before", event.returned ? { ...event, versionBefore: 76 } : null],
    ["the version after", event.returned ? { ...event, versionAfter: 77 } : null],
    ["the channel", { ...event, channel: "elsewhere" }],
    [
      "a writer",
      withWrites(
        event,
        first(event.writes, (write) => ({ ...write, node: "nobody" })),
      ),
    ],
    [
      "the order of the writes",
      event.writes.length > 1 ? { ...event, writes: event.writes.toReversed() } : null,
    ],
    [
      "a written value",
      isInternal(event.channel)
        ? null
        : withWrites(
            event,
            first(event.writes, (write) => ({ ...write, value: another })),
          ),
    ],
    [
      "whether it is available",
      event.cause === "write" && event.valueAfter.kind !== "missing"
        ? { ...event, available: !event.available }
        : null,
    ],
  ];
}

function channelFinishedChanges(event: ChannelFinished): readonly Change[] {
  return [
    ["the answer", { ...event, returned: !event.returned }],
    ["the version", event.returned ? { ...event, versionAfter: 77 } : null],
  ];
}

function channelConflictedChanges(event: ChannelConflicted): readonly Change[] {
  return [
    [
      "a writer",
      withWrites(
        event,
        first(event.writes, (write) => ({ ...write, node: "nobody" })),
      ),
    ],
    [
      "a written value",
      withWrites(
        event,
        first(event.writes, (write) => ({ ...write, value: another })),
      ),
    ],
    ["the number of writes", { ...event, writes: event.writes.slice(1) }],
    ["the code", { ...event, code: "OTHER" }],
    ["the sentence", { ...event, sentence: "It would not." }],
    ["the class", { ...event, kind: "EphemeralValue" }],
  ];
}

function stepCommittedChanges(event: StepCommitted): readonly Change[] {
  return [
    ["who is next", withNext(event, (due) => ({ ...due, node: "nobody" }))],
    [
      "why they are next",
      withNext(event, (due) => ({
        ...due,
        wakes: [...due.wakes, { channel: "elsewhere", version: 7, seen: null, fired: true }],
      })),
    ],
    ["that anyone is next", event.next.length > 0 ? { ...event, next: [] } : null],
    ["what it is", { ...event, source: event.source === "fork" ? "loop" : "fork" }],
  ];
}

function stepAbortedChanges(event: StepAborted): readonly Change[] {
  return [
    ["the reason", { ...event, reason: "worker_lost", sentence: "" }],
    ["what is kept", event.kept.length > 0 ? { ...event, kept: [] } : null],
  ];
}

function stateEditedChanges(event: StateEdited): readonly Change[] {
  return [
    ["the node", { ...event, node: "nobody" }],
    ["the way", { ...event, how: "raw" }],
    ["a value", { ...event, writes: event.writes.map((write) => ({ ...write, value: another })) }],
  ];
}

function engineWarnedChanges(event: EngineWarned): readonly Change[] {
  return [["the sentence", { ...event, sentence: "Something else is odd." }]];
}

function withTask(event: StepPlanned, change: (task: PlannedTask) => PlannedTask): AnyEvent | null {
  const tasks = first(event.tasks, change);
  return tasks === null || event.step < 0 ? null : { ...event, tasks };
}

function withWake(event: StepPlanned, change: (wake: Wake) => Wake): AnyEvent | null {
  const [task] = event.tasks;
  const fired = task?.wakes.find((wake) => wake.fired);
  return fired === undefined
    ? null
    : withTask(event, (one) => ({
        ...one,
        wakes: one.wakes.map((wake) => (wake === fired ? change(wake) : wake)),
      }));
}

function withVia(event: TaskFinished): AnyEvent | null {
  const isTrigger = event.writes.some(({ channel }) => channel.startsWith("branch:to:"));
  const writes = event.writes.map((write) =>
    write.channel.startsWith("branch:to:")
      ? { ...write, via: write.via === "goto" ? "edge" : "goto" }
      : write,
  );
  return isTrigger ? { ...event, writes } : null;
}

function withWrites<Event extends { readonly writes: readonly ChannelWrite[] }>(
  event: Event,
  writes: readonly ChannelWrite[] | null,
): Event | null {
  return writes === null ? null : { ...event, writes };
}

function withNext(event: StepCommitted, change: (due: Due) => Due): AnyEvent | null {
  const next = first(event.next, change);
  return next === null ? null : { ...event, next };
}

function isInternal(channel: string): boolean {
  return channel.includes(":");
}
