/** What surprises people is said: each of these was once shown in a way that was untrue or told nothing. */

import { expect, test } from "vitest";
import type { AnyEvent, Preview, RunView } from "../protocol/generated";
import { EMPTY } from "../store/fold/draft";
import { innerGraph } from "../store/testing/inner";
import {
  committed,
  compiled,
  logOf,
  MISSING,
  planned,
  runStarted,
  task,
  updated,
} from "../store/testing/log";
import { textOf } from "./parts";
import { type Explanation, explain } from "./sentences";
import { text } from "./testing/byHand";
import { supersteps } from "./testing/told";

const AT = { run: "run-1", ns: "", step: 1 };
const GRAPH = compiled(["a", "b"], ["plan"]);
const REDUCED = compiled(["a", "b"], ["plan"]);
const [PLAN] = REDUCED.channels;

/** The graph whose channel folds with a reducer, and begins with its type's empty value. */
function reducing(): AnyEvent {
  const channel = {
    ...PLAN,
    name: "plan",
    kind: "BinaryOperatorAggregate",
    type: "list",
    role: "state",
    io: "both",
  };
  return {
    ...REDUCED,
    channels: [
      { ...channel, argument: "operator.add", initial: list("[]") } as (typeof REDUCED.channels)[number],
    ],
  };
}

function list(value: string): Preview {
  return { kind: "list", text: value, type: "list", json: value };
}

function wrapper(value: string): Preview {
  return { kind: "object", text: `Overwrite(value=${value})`, type: "Overwrite" };
}

function written(node: string, value: Preview) {
  return { task: `task-${node}`, node, value };
}

/** The sentences of superstep 1, after superstep 0 with both nodes due. */
function told(
  events: readonly AnyEvent[],
  graph: AnyEvent = GRAPH,
  run: RunView | null = null,
): readonly string[] {
  const log = logOf(graph, runStarted(), committed(0, { at: "c0", from: null, due: ["a", "b"] }), ...events);
  const [step] = supersteps(log).slice(-1);
  const said: Explanation | null = step === undefined ? null : explain(step, run);
  return (said?.sentences ?? []).map(({ section, parts }) => `${section}: ${textOf(parts)}`);
}

const FOLDED = { ...updated(1, "plan", 3), kind: "BinaryOperatorAggregate" } as const;
const COMMITTED = committed(1, { at: "c1", from: "c0", due: [] });

test("the first fold says what the channel began with", () => {
  const fold = {
    ...FOLDED,
    versionBefore: null,
    writes: [written("a", list('["x"]'))],
    valueAfter: list('["x"]'),
  };

  expect(told([planned(1, "a"), fold, COMMITTED], reducing())).toContain(
    'What changed: plan folded one write, from a ["x"], with operator.add, beginning with [], the empty value of list ' +
      '(a default in the schema does not count): ["x"]. Its update() returned True: its first version, 3.',
  );
});

test.each<[string, Preview]>([
  ["the object", wrapper('["new"]')],
  ["its short form from JSON", { kind: "dict", text: "", json: '{"__overwrite__": ["new"]}' }],
  [
    "its long form from JSON",
    { kind: "dict", text: "", json: '{"type": "__overwrite__", "value": ["new"]}' },
  ],
])("an Overwrite replaces, and the other writes are dropped: %s", (_, overwrite) => {
  const writes = [written("a", overwrite), written("b", list('["extra"]'))];
  const fold = { ...FOLDED, versionBefore: 2, writes, valueAfter: list('["new"]') };

  expect(told([planned(1, "a", "b"), fold, COMMITTED], reducing())).toContain(
    'What changed: plan was replaced by the Overwrite from a: it was [] and is ["new"]; the other write of the superstep, ' +
      'from b ["extra"], is dropped, in whichever order they came. Its update() returned True: version 2 to 3.',
  );
});

test("a channel without a reducer holds the Overwrite itself", () => {
  const took = { ...updated(1, "plan", 3), writes: [written("a", wrapper("1"))], valueAfter: wrapper("1") };

  expect(told([planned(1, "a"), took, COMMITTED])).toContainEqual(
    expect.stringContaining(
      "Only a reducer's channel unwraps an Overwrite: this LastValue holds the wrapper itself.",
    ),
  );
});

test("a task that was sent shows the input of its own", () => {
  const sent = task("a", {
    path: ["__pregel_push", 0],
    wakes: [{ channel: "__pregel_tasks", version: 2, seen: null, fired: true }],
  });
  const plan: AnyEvent = { ...AT, type: "step.planned", tasks: [sent] };
  const began = started(text("word"));

  expect(told([plan, began])).toEqual([
    'Who ran, and why: a is running: it was sent here with an input of its own, "word".',
  ]);
});

function started(input: Preview): AnyEvent {
  return { ...AT, type: "task.started", task: "task-a", node: "a", input, calledBy: null };
}

const ABORTED: AnyEvent = { ...AT, type: "step.aborted", reason: "task_failed", sentence: "", kept: [] };

function failed(change: Partial<AnyEvent & { type: "task.failed" }>): AnyEvent {
  return {
    ...AT,
    type: "task.failed",
    task: "task-a",
    node: "a",
    error: "KeyError: '__end__'",
    sentence: "",
    code: "",
    traceback: [],
    writes: [],
    durationMs: 1,
    ...change,
  };
}

test("a router that fails is not taken for its node, and what its path map lacks is named", () => {
  const branch = {
    source: "a",
    target: "b",
    kind: "branch",
    origin: "declared",
    label: null,
    join: null,
  } as const;
  const graph = { ...GRAPH, edges: [{ ...branch, branch: "choose" }] };
  const writes = [{ channel: "plan", value: text("mill"), via: "state" }];

  const said = told([planned(1, "a"), failed({ writes }), ABORTED], graph);

  expect(said.slice(0, 2)).toEqual([
    "Refused: a had returned; then its branch choose failed: KeyError: '__end__'.",
    "Refused: It chose END, which its path map does not list. A path map is the whole list of choices, END included.",
  ]);
});

test("a node that returns no update is told what it may return", () => {
  const change = {
    error: "InvalidUpdateError: Expected dict, got 5",
    code: "INVALID_GRAPH_NODE_RETURN_VALUE",
  };

  expect(told([planned(1, "a"), failed(change), ABORTED])).toContain(
    "Refused: A node returns a dict of keys to write, a Command, or None.",
  );
});

test("a value that the next node cannot take leads to the node that wrote it", () => {
  const took = { ...updated(1, "plan", 3), writes: [written("a", text("many"))], valueAfter: text("many") };
  const unfit: AnyEvent = {
    ...AT,
    step: 2,
    type: "step.aborted",
    reason: "plan_failed",
    sentence: "The input of b could not be made: plan: it should be an integer",
    kept: [],
  };

  const said = told([
    planned(1, "a"),
    took,
    committed(1, { at: "c1", from: "c0", due: ["b"] }),
    planned(2),
    unfit,
  ]);

  expect(said.slice(0, 2)).toEqual([
    "Refused: The input of b could not be made: plan: it should be an integer. " +
      "Superstep 2 came to nothing: every channel is as it was before.",
    'Refused: plan holds "many". It was written by a in superstep 1. What a node returns is stored as it is; ' +
      "the schema is checked when the next node reads it.",
  ]);
});

test("a value that no checkpoint can hold is told when it is written", () => {
  const commit = { ...COMMITTED, unstorable: { plan: "A generator cannot be stored." } };

  expect(told([planned(1, "a"), commit])).toContain(
    "What changed: plan is not in the checkpoint: A generator cannot be stored. " +
      "It is gone when the run goes on in a new process.",
  );
});

test("a limit that is reached with nothing left to do is told as that", () => {
  const run: RunView = { ...EMPTY.run, status: "failed", reason: "GRAPH_RECURSION_LIMIT", recursionLimit: 3 };

  expect(told([planned(1, "a"), COMMITTED], GRAPH, run).at(-1)).toBe(
    "What is next: Nothing is due any more, and everything that ran is kept. The run failed all the same, since its " +
      "recursion limit is looked at before it is seen that nothing is left: three supersteps need a limit of 4.",
  );
});

test("a superstep that is half applied tells what still waits", () => {
  const finished: AnyEvent = {
    ...AT,
    type: "task.finished",
    task: "task-a",
    node: "a",
    writes: [
      { channel: "plan", value: text("mill"), via: "state" },
      { channel: "branch:to:b", value: MISSING, via: "edge" },
    ],
    ignored: [],
    durationMs: 1,
  };
  const took = { ...updated(1, "plan", 3), writes: [written("a", text("mill"))], valueAfter: text("mill") };

  expect(told([planned(1, "a"), finished, took]).at(-1)).toBe(
    "What changed: a wrote branch:to:b; it waits to be applied.",
  );
});

test("printed text that was not kept is counted", () => {
  const output: AnyEvent = {
    ...AT,
    type: "task.output",
    task: "task-a",
    node: "a",
    stream: "stdout",
    text: "x".repeat(100),
    cut: 9900,
  };

  expect(told([planned(1, "a"), output])[0]).toMatch(
    /It printed x{80}… and more\. 9,900 characters of it were not kept\.$/,
  );
});

test("a task whose superstep was given up is not told as running", () => {
  const began = started(MISSING);
  const stopped: AnyEvent = { ...ABORTED, reason: "stopped" };

  expect(told([planned(1, "a"), began, stopped])[0]).toMatch(
    /^Who ran, and why: a was running, and was given up: /,
  );
});

const LEFT_OUT =
  "is given leaves it out: a node gets the keys of its input schema, and so does a branch after it, " +
  "unless its own parameter names another schema.";

test.each<[string, readonly AnyEvent[], string, string | undefined]>([
  [
    "nobody wrote",
    [],
    "{}",
    "Refused: plan holds nothing, so it is absent from what a is given. A default that a TypedDict declares does not count.",
  ],
  ["its input leaves out", [updated(0, "plan", 3)], "{}", `Refused: plan holds 3, but what a ${LEFT_OUT}`],
  ["it was given", [updated(0, "plan", 3)], '{"plan": 3}', undefined],
])("a key that a node misses and that %s", (_, before, json, expected) => {
  const given: Preview = { kind: "dict", text: json, json };
  const began = started(given);
  const events = [planned(1, "a"), began, failed({ error: "KeyError: 'plan'" }), ABORTED];
  const log = logOf(
    GRAPH,
    runStarted(),
    planned(0, "a"),
    ...before,
    committed(0, { at: "c0", from: null }),
    ...events,
  );
  const [step] = supersteps(log).slice(-1);
  const said =
    step === undefined ? [] : explain(step, null).sentences.map(({ parts }) => `Refused: ${textOf(parts)}`);

  expect(said.find((line) => line.startsWith("Refused: plan "))).toBe(expected);
});

test("a value put in place of a channel's is not told as folded", () => {
  const edit: AnyEvent = {
    ...AT,
    type: "state.edited",
    parent: "c0",
    how: "raw",
    node: null,
    writes: [{ channel: "plan", value: list('["only"]'), via: "edit" }],
  };
  const put = {
    ...FOLDED,
    versionBefore: 2,
    writes: [written("__edit__", list('["only"]'))],
    valueAfter: list('["only"]'),
  };

  expect(told([edit, put, { ...COMMITTED, source: "update" }], reducing())[1]).toBe(
    'What changed: plan holds ["only"] now, put in place by the edit; it was []: version 2 to 3.',
  );
});

/** Superstep 1 of a graph in which a holds a graph that was given plan, and maybe wrote it. */
function aroundGraph(root: AnyEvent, ...wrote: readonly AnyEvent[]): readonly string[] {
  const graph = { ...(reducing() as typeof REDUCED), inner: [innerGraph("a", ["deep"], ["plan"])] };
  const given = { ...updated(0, "plan", 1), ns: "a:task-a", writes: [written("__start__", list('["in"]'))] };
  return told([planned(1, "a"), given, ...wrote, root, COMMITTED], graph).filter((said) =>
    said.includes("holds a graph"),
  );
}

const HANDED = { ...FOLDED, writes: [written("a", list('["in", "deep"]'))] } as const;
const DEEP = { ...updated(1, "plan", 2), ns: "a:task-a", writes: [written("deep", list('["deep"]'))] };

test("a graph inside that hands back what it was given is told, where a reducer counts it again", () => {
  expect(aroundGraph(HANDED, DEEP)).toEqual([
    "What changed: a holds a graph. It hands back plan with what it was given in it: operator.add counts that once " +
      "more. A graph used as a node writes each key of its output schema that holds a value; an output_schema of its " +
      "own without the key leaves it out.",
  ]);
});

test("a key that nothing inside wrote is told where it makes a conflict", () => {
  const conflict: AnyEvent = {
    ...{ ...AT, type: "channel.conflicted", channel: "plan", kind: "LastValue", code: "", sentence: "" },
    ...{ writes: [written("a", list('["in"]')), written("b", list('["in"]'))], repairs: [] },
  };
  expect(aroundGraph(conflict)[0]).toMatch(
    /^Refused: a holds a graph\. It hands back plan as it was given it, though nothing inside wrote it\. /,
  );
});

test("a graph inside that was given nothing hands back only what is its own", () => {
  const nothing = {
    ...updated(0, "plan", 1),
    ns: "a:task-a",
    writes: [written("__start__", { ...list("[]"), size: 0 })],
  };
  const log = [planned(1, "a"), nothing, DEEP, HANDED, COMMITTED];
  const graph = { ...(reducing() as typeof REDUCED), inner: [innerGraph("a", ["deep"], ["plan"])] };

  expect(told(log, graph).filter((said) => said.includes("holds a graph"))).toEqual([]);
});

test("tasks that were sent to a node are planned as what they are: so many, each with an input of its own", () => {
  const sent = { node: "a", wakes: [{ channel: "__pregel_tasks", version: null, seen: null, fired: true }] };
  const ended = { ...COMMITTED, next: [sent, sent, { ...sent, node: "b" }] } as AnyEvent;

  expect(told([planned(1, "a"), ended]).filter((said) => said.startsWith("What is next"))).toEqual([
    "What is next: a is planned, as two tasks: each was sent an input of its own.",
    "What is next: b is planned: it was sent an input of its own.",
  ]);
});

test("a node whose router failed is due, and does not run again", () => {
  const lost: AnyEvent = {
    ...{
      ...AT,
      type: "engine.warned",
      code: "router.lost",
      sentence: "A router failed.",
      node: "a",
      channel: null,
    },
  };
  const next = told([planned(1, "a"), lost, { ...ABORTED, reason: "task_failed" } as AnyEvent]).filter(
    (said) => said.startsWith("What is next: a "),
  );

  expect(next).toEqual(["What is next: a is due. It will not run again: it counts as finished."]);
});
