import { beforeEach, describe, expect, test } from "vitest";
import type { AnyCommand, AnyEvent, RunStarted } from "../protocol/generated";
import { runInput } from "../store/input";
import {
  committed,
  compiled,
  logOf,
  planned,
  runFinished,
  runPaused,
  runStarted,
  steppedRun,
} from "../store/testing/log";
import { settled, TestServer } from "../store/testing/server";
import type { Context } from "./command";
import { KEYS } from "./keys";
import { allCommands, type Offer, offersOf } from "./registry";
import { checkpointShown, nextAct } from "./run";

const EXAMPLES = [{ id: "loop", title: "A loop", summary: "" }];
const RUN = steppedRun(3);
const NOTHING_RUN = logOf(compiled(["a"], ["total"]));

beforeEach(() => runInput.setState({ ...runInput.getInitialState(), text: '{"total": 1}' }));

/** The page's commands over a server, and what the window was told to do. */
function commandsOver(server: TestServer) {
  const done: string[] = [];
  const act =
    (name: string) =>
    (...told: readonly (string | undefined)[]): void => {
      done.push([name, ...told].join(" "));
    };
  const context: Context = {
    page: server.page,
    input: runInput.getState,
    newThread: () => "new-thread",
    window: {
      toggleRegion: act("toggle"),
      focusRegion: act("focus"),
      showTab: act("tab"),
      resetLayout: act("layout"),
      switchTheme: act("theme"),
      openPalette: act("palette"),
      openShortcuts: act("shortcuts"),
      openEditState: act("edit"),
      openStart: act("start"),
      openAnotherWindow: act("another"),
      openChange: act("change"),
      openNew: act("new"),
      ask: act("ask"),
    },
  };
  const offers = () => offersOf(allCommands(EXAMPLES), server.page.state.get(), context);
  const offer = (id: string): Offer | undefined => offers().find((one) => one.id === id);
  return {
    done,
    offers,
    offer,
    blocked: (id: string) => offer(id)?.blocked,
    run: (id: string) => offer(id)?.run(),
  };
}

test("each key belongs to one command, and each command has one id", () => {
  const ids = allCommands(EXAMPLES).map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(KEYS).filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(Object.values(KEYS)).size).toBe(Object.keys(KEYS).length);
});

describe("before anything has run", () => {
  test.each<[string, AnyCommand["type"], object]>([
    ["run.run", "run.start", { until: "end" }],
    ["run.step", "run.start", { until: "superstep" }],
    ["run.stepPhase", "run.start", { until: "phase" }],
  ])("%s starts a run with what stands in the boxes", (id, type, more) => {
    const server = new TestServer(NOTHING_RUN).welcome().tellLog(1, 1);
    runInput.setState({ contextText: '"deep"', recursionLimit: 7, thread: "mine" });

    commandsOver(server).run(id);

    expect(server.asked).toEqual([
      { type, input: { total: 1 }, context: "deep", recursionLimit: 7, thread: "mine", ...more },
    ]);
  });

  test.each([
    [{ text: '{"total": }' }, 'The input is not JSON. Line 1, column 11: a value is expected, not "}".'],
    [{ contextText: "{'a': 1}" }, "The context is not JSON. Line 1, column 2: a key between double quotes"],
  ])("what is no JSON is refused with its place (%j)", (input, sentence) => {
    const server = new TestServer(NOTHING_RUN).welcome().tellLog(1, 1);
    runInput.setState(input);

    commandsOver(server).run("run.run");

    expect(server.page.state.get().refusal).toContain(sentence);
    expect(server.asked).toEqual([]);
  });

  test("there is nothing to pause, stop, restart, edit or go back to, and each says so", () => {
    const { blocked } = commandsOver(new TestServer(NOTHING_RUN).welcome().tellLog(1, 1));

    expect(
      ["run.pause", "run.stop", "run.restart", "state.edit", "run.stepBack", "run.goOn"].map(blocked),
    ).toEqual([
      "The run is not running.",
      "No run is under way.",
      "Nothing has run yet.",
      "There is no state yet; Step makes the first.",
      "Nothing has run yet.",
      "This is the live end; Step goes on from here.",
    ]);
  });
});

describe("at the live end of a paused run", () => {
  test.each<[string, AnyCommand]>([
    ["run.run", { type: "run.continue" }],
    ["run.step", { type: "run.step" }],
    ["run.stepPhase", { type: "run.stepPhase" }],
    ["run.stop", { type: "run.stop" }],
    ["run.restart", { type: "run.restart", until: "superstep" }],
  ])("%s asks the server", (id, command) => {
    const server = new TestServer(RUN).welcome().tellLog(1, RUN.length);

    commandsOver(server).run(id);

    expect(server.asked).toEqual([command]);
  });

  test("Step waits for its own answer before it asks again", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, RUN.length);
    const { run, blocked } = commandsOver(server);

    run("run.step");
    const reason = blocked("run.step");
    run("run.step");
    await settled();

    expect(reason).toBe("The last command is under way.");
    expect(server.asked).toEqual([{ type: "run.step" }]);
    expect(blocked("run.step")).toBeNull();
  });
});

describe("in the past", () => {
  test("steps move the cursor and run nothing", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, RUN.length);
    const { run } = commandsOver(server);
    const cursors: unknown[] = [];

    for (const id of ["run.stepBack", "run.stepBack", "run.step", "run.stepPhase"]) {
      run(id);
      await settled();
      cursors.push(server.page.state.get().cursor);
    }

    expect(cursors).toEqual([1, 0, 1, "live"]);
    expect(server.asked).toEqual([]);
  });

  test("going on forks from the shown checkpoint, names what is due there, and shows the new end", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, RUN.length);
    const { run, offer } = commandsOver(server);
    await server.page.moveTo(1);
    const hint = offer("run.goOn")?.hint;

    run("run.goOn");
    await settled();

    expect(hint).toBe("Forks here and waits; due: a. Step or Run goes on");
    expect(server.asked).toEqual([{ type: "run.fork", checkpoint: "c1", until: "superstep" }]);
    expect(server.page.state.get().cursor).toBe("live");
  });

  test("the end of an old branch says what to do instead of a step", async () => {
    const fork = logOf(
      compiled(["a"], []),
      ...[0, 1, 2].map((step) =>
        committed(step, { at: `c${step}`, from: step === 0 ? null : `c${step - 1}` }),
      ),
      committed(1, { at: "f1", from: "c0" }),
    );
    const server = new TestServer(fork).welcome().tellLog(1, fork.length);
    await server.page.moveTo(2);

    expect(commandsOver(server).blocked("run.step")).toBe(
      "This branch of history ends here; go on from here, or click a later superstep.",
    );
  });

  test("the first superstep is the first", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, RUN.length);
    await server.page.moveTo(0);

    expect(commandsOver(server).blocked("run.stepBack")).toBe("This is the first superstep.");
  });
});

describe("while the run runs", () => {
  const running = logOf(compiled(["a"], []), runStarted(), planned(-1, "__input__"));

  test("it can be paused and stopped, and nothing else of it", () => {
    const server = new TestServer(running).welcome().tellLog(1, 3);
    const { blocked, run } = commandsOver(server);

    expect(["run.run", "run.step", "run.stepPhase", "state.edit"].map(blocked)).toEqual(
      Array(4).fill("The run is running; pause it first."),
    );
    run("run.pause");
    expect(server.asked).toEqual([{ type: "run.pause" }]);
    expect(blocked("run.stop")).toBeNull();
  });
});

describe("behind the end of a run", () => {
  const END = committed(0, { at: "c0", from: null });

  /** A run that began with `{"total": 1}`, which is what stands in the boxes. */
  function endedBy(...ends: readonly AnyEvent[]) {
    const log = logOf(compiled(["a"], []), began(), END, ...ends);
    const server = new TestServer(log).welcome().tellLog(1, log.length);
    return { server, ...commandsOver(server) };
  }

  test.each([
    ["run.run", "end"],
    ["run.step", "superstep"],
    ["run.stepPhase", "phase"],
  ])("%s starts another with the input", (id, until) => {
    const { server, run, offer } = endedBy(runFinished(0));

    expect(offer(id)?.hint).toBe("Starts a new run with the input");
    run(id);
    expect(server.asked).toMatchObject([{ type: "run.start", input: { total: 1 }, thread: null, until }]);
  });

  test.each([
    ["run.run", { type: "run.continue" }, "end", "Goes on to the end"],
    ["run.step", { type: "run.step" }, "superstep", null],
    ["run.stepPhase", { type: "run.stepPhase" }, "phase", null],
  ])(
    "a failed one goes on by %s with the same input, and makes way for another",
    async (id, same, until, hint) => {
      const { server, run, offer } = endedBy(FAILED);
      const hints = [offer(id)?.hint];

      run(id);
      await settled();
      runInput.setState({ text: '{"total": 2}' });
      hints.push(offer(id)?.hint);
      run(id);

      expect(hints).toEqual([hint, "Starts a new run with the input"]);
      expect(server.asked).toMatchObject([
        same,
        { type: "run.start", input: { total: 2 }, thread: null, until },
      ]);
    },
  );

  test("Restart takes another input on a thread of its own", async () => {
    const { server, run, offer } = endedBy(FAILED);
    const hints = [offer("run.restart")?.hint];
    runInput.setState({ text: '{"total": 2}', thread: "mine" });
    hints.push(offer("run.restart")?.hint);

    run("run.restart");
    await settled();

    expect(hints).toEqual(["A new thread with the same input", "A new thread with what stands in the boxes"]);
    expect(server.asked).toMatchObject([
      { type: "run.start", input: { total: 2 }, thread: "new-thread", until: "superstep" },
    ]);
    expect(runInput.getState().thread).toBeNull();
  });

  test("Restart with another input stops a run that is under way first", async () => {
    const { server, run } = endedBy(runPaused(1));
    runInput.setState({ text: '{"total": 2}' });

    run("run.restart");
    await settled();

    expect(server.asked).toMatchObject([{ type: "run.stop" }, { type: "run.start", thread: "new-thread" }]);
  });
});

function began(): AnyEvent {
  const input = { kind: "dict", text: '{"total": 1}', json: '{"total": 1}' } as const;
  return { ...(runStarted() as RunStarted), input };
}

const FAILED: AnyEvent = {
  type: "run.failed",
  run: "run-1",
  ns: "",
  step: 1,
  code: "node.raised",
  error: "KeyError",
  sentence: "a raised KeyError.",
};

test.each([
  ["untrusted", "The document is not trusted yet."],
  ["loading", "The document is being imported."],
] as const)("a document that is %s cannot run", (state, reason) => {
  const { blocked } = commandsOver(new TestServer(NOTHING_RUN).welcome({ state }).tellLog(1, 1));

  expect(["run.run", "run.step"].map(blocked)).toEqual([reason, reason]);
});

test("a document that gave no graph is tried again by Step: it may have been mended", () => {
  const server = new TestServer(NOTHING_RUN).welcome({ state: "rejected" }).tellLog(1, 1);
  const { offer, run } = commandsOver(server);

  expect(offer("run.step")).toMatchObject({ blocked: null, hint: "Reads the document again" });
  run("run.step");

  expect(server.asked).toMatchObject([{ type: "run.start" }]);
});

test("a document of several graphs runs once one is chosen", () => {
  const rejected: AnyEvent = {
    type: "graph.rejected",
    run: "",
    ns: "",
    document: "graph.py",
    problems: [],
    candidates: ["main", "review"],
  };
  const { blocked } = commandsOver(
    new TestServer(logOf(rejected)).welcome({ state: "rejected" }).tellLog(1, 1),
  );

  expect(blocked("run.step")).toBe("Choose one of the document's graphs first.");
});

test("a page without its server says so", () => {
  const { blocked } = commandsOver(new TestServer(NOTHING_RUN));

  expect(blocked("run.run")).toBe("The page is not connected to its server.");
});

test("a blocked command that is run all the same tells why it did nothing", () => {
  const server = new TestServer(NOTHING_RUN).welcome().tellLog(1, 1);

  commandsOver(server).run("run.pause");

  expect(server.page.state.get().refusal).toBe("Pause: The run is not running.");
  expect(server.asked).toEqual([]);
});

test("trust and examples are commands too", () => {
  const server = new TestServer().welcome({ state: "untrusted" });
  const { run } = commandsOver(server);

  run("document.trust");
  run("example.open.loop");

  expect(server.asked).toEqual([{ type: "document.trust" }, { type: "document.open", example: "loop" }]);
});

test("the window's commands act on the window", () => {
  const { run, done } = commandsOver(new TestServer(RUN).welcome().tellLog(1, RUN.length));

  for (const id of [
    "region.toggle.graph",
    "region.focus.timeline",
    "side.code",
    "theme.switch",
    "state.edit",
  ]) {
    run(id);
  }

  expect(done).toEqual(["toggle graph", "focus timeline", "tab code", "theme", "edit"]);
});

test("the next sensible act is one: step, pause, run again, or go on from the past", async () => {
  const paused = new TestServer(RUN).welcome().tellLog(1, RUN.length);
  const running = new TestServer(RUN).welcome().tellLog(1, 3);
  const finished = new TestServer(logOf(runStarted(), runFinished(0))).welcome().tellLog(1, 2);
  const past = new TestServer(RUN).welcome().tellLog(1, RUN.length);
  await past.page.moveTo(0);

  expect([paused, running, finished, past].map(({ page }) => nextAct(page.state.get()))).toEqual([
    "run.step",
    "run.pause",
    "run.run",
    "run.goOn",
  ]);
});

test("an aborted superstep leaves the checkpoint before it to go on from", () => {
  const { page } = new TestServer(RUN).welcome().tellLog(1, RUN.length);
  const state = page.state.get();
  const { entry } = state.shown;
  const aborted = entry === null ? null : { ...entry, status: "aborted" as const, checkpoint: null };

  expect(checkpointShown({ ...state, shown: { ...state.shown, entry: aborted } })).toBe("c1");
});
