/** Logs of what the recorded runs do not hold: an edit, a question, printed text, warnings, kept writes. */

import type { AnyEvent, ChannelWrite, Preview, Write } from "../../protocol/generated";
import type { Numbered } from "../../store/reduce";
import { committed, compiled, logOf, MISSING, planned, runStarted, updated } from "../../store/testing/log";

const AT = { run: "run-1", ns: "", step: 1 };

export function text(value: string): Preview {
  return { kind: "str", text: JSON.stringify(value) };
}

function started(node: string): AnyEvent {
  return { ...AT, type: "task.started", task: `task-${node}`, node, input: MISSING, calledBy: null };
}

function finished(node: string, writes: readonly Write[], ignored: readonly string[] = []): AnyEvent {
  return { ...AT, type: "task.finished", task: `task-${node}`, node, writes, ignored, durationMs: 1 };
}

const PLAN_WRITE: Write = { channel: "plan", value: text("mill"), via: "state" };
const AS_A: ChannelWrite = { task: "task-a", node: "a", value: text("mill") };

/** Superstep 1 prints, asks and keeps what the other node wrote. */
export const ASKING: readonly Numbered[] = logOf(
  compiled(["a", "b"], ["plan"]),
  runStarted(),
  committed(0, { at: "c0", from: null, due: ["a", "b"] }),
  planned(1, "a", "b"),
  started("a"),
  started("b"),
  {
    ...AT,
    type: "task.output",
    task: "task-a",
    node: "a",
    stream: "stdout",
    text: "measuring\nwells\n",
    cut: 0,
  },
  {
    ...AT,
    type: "engine.warned",
    code: "write.unknown",
    sentence: "Nobody reads depth.",
    node: "a",
    channel: "depth",
  },
  finished("a", [PLAN_WRITE], ["depth"]),
  {
    ...AT,
    type: "task.interrupted",
    task: "task-b",
    node: "b",
    questions: [{ id: "q-1", value: text("Really?"), form: null }],
    durationMs: 1,
    place: 0,
  },
  {
    ...AT,
    type: "step.aborted",
    reason: "interrupted",
    sentence: "Superstep 1 waits for an answer.",
    kept: [{ task: "task-a", node: "a", writes: [PLAN_WRITE] }],
  },
);

/** A person writes as node a, and b is due after it. */
export const EDITING: readonly Numbered[] = logOf(
  compiled(["a", "b"], ["plan"]),
  runStarted(),
  committed(0, { at: "c0", from: null, due: ["a"] }),
  { ...AT, run: "edit-1", type: "state.edited", parent: "c0", how: "node", node: "a", writes: [PLAN_WRITE] },
  { ...updated(1, "plan", 3), writes: [AS_A], valueAfter: text("mill") },
  { ...committed(1, { at: "c1", from: "c0", due: ["b"] }), source: "update" },
);

/** Superstep 1 is under way: a has ended, b is running, c waits for its turn. */
export const OPEN: readonly Numbered[] = logOf(
  compiled(["a", "b", "c"], ["plan"]),
  runStarted(),
  committed(0, { at: "c0", from: null, due: ["a", "b", "c"] }),
  planned(1, "a", "b", "c"),
  started("a"),
  started("b"),
  finished("a", [PLAN_WRITE]),
);
