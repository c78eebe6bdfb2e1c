import { describe, expect, test } from "vitest";
import type { Preview, RunStarted } from "../protocol/generated";
import { isAnother, nextRun } from "./another";
import type { Begun } from "./begun";
import { type RunInput, runInput } from "./input";
import { NOTHING, type PageState } from "./state";
import { logOf, MISSING, runStarted } from "./testing/log";
import { settled, TestServer } from "./testing/server";

const input: RunInput = { ...runInput.getInitialState(), text: '{"n": 1}' };
const run = { ...NOTHING.live.run, status: "failed", thread: "t-1", recursionLimit: 25 } as const;
const FAILED: PageState = {
  ...NOTHING,
  live: { ...NOTHING.live, run },
  begun: { input: '{"n":1}', context: "" },
};

describe("beside a run that is not at its end", () => {
  test.each<[string, Partial<RunInput>, Partial<Begun>, boolean]>([
    ["the same input", {}, {}, false],
    ["another input", { text: '{"n": 2}' }, {}, true],
    ["text that is no JSON yet", { text: "{" }, {}, true],
    ["an input where none is known", { text: '{"n": 2}' }, { input: null }, false],
    ["a context where there was none", { contextText: "1" }, {}, true],
    ["a context where none is known", { contextText: "1" }, { context: null }, false],
    ["no context where there was one", {}, { context: "1" }, true],
    ["the same limit and thread", { recursionLimit: 25, thread: "t-1" }, {}, false],
    ["another limit", { recursionLimit: 3 }, {}, true],
    ["another thread", { thread: "t-2" }, {}, true],
  ])("%s", (_, change, begun, expected) => {
    const state = { ...FAILED, begun: { ...FAILED.begun, ...begun } };

    expect(isAnother(state, { ...input, ...change })).toBe(expected);
  });
});

test.each([
  ["none", "starts", "starts"],
  ["finished", "starts", "starts"],
  ["running", "goes on", "goes on"],
  ["paused", "goes on", "goes on"],
  ["failed", "goes on", "starts"],
  ["stopped", "goes on", "starts"],
  ["lost", "goes on", "starts"],
] as const)("a run that is %s %s with the same input, and %s with another", (status, same, another) => {
  const state = { ...FAILED, live: { ...FAILED.live, run: { ...run, status } } };

  expect([nextRun(state, input), nextRun(state, { ...input, text: "{}" })]).toEqual([same, another]);
});

describe("what the run at hand began with", () => {
  const dict = (json: string): Preview => ({ kind: "dict", text: json, json });
  const long: Preview = { kind: "dict", text: '{"n": "xxx', truncated: true, ref: "abc" };
  const started = (more: Partial<RunStarted>) => ({ ...(runStarted() as RunStarted), ...more });

  test("is what the server keeps, when the page comes in", () => {
    const { page } = new TestServer().welcome({ input: '{"n": 7}' });

    expect(page.state.get().begun).toEqual({ input: '{"n": 7}', context: null });
  });

  test.each<[string, Partial<RunStarted>, Begun]>([
    ["a run with an input", { input: dict('{"n": 2}') }, { input: '{"n": 2}', context: "" }],
    ["a plain value", { input: { kind: "bool", text: "True" } }, { input: "true", context: "" }],
    [
      "a context",
      { input: dict("[]"), context: dict('{"site": 1}') },
      { input: "[]", context: '{"site": 1}' },
    ],
    ["an input too long for an event", { input: long }, { input: null, context: "" }],
    ["a graph inside of a node", { ns: "dig:9f2f", input: MISSING }, { input: '{"n": 7}', context: null }],
    ["a fork", { kind: "fork", input: MISSING }, { input: '{"n": 7}', context: null }],
  ])("is told by its event, whichever window asked: %s", (_, more, expected) => {
    const log = logOf(started(more));
    const { page } = new TestServer(log).welcome({ input: '{"n": 7}' }).tellLog(1, 1);

    expect(page.state.get().begun).toEqual(expected);
  });

  test("is known whole, however long, where this page asked for the run; and only for that run", async () => {
    const log = logOf(started({ input: long }), started({ input: long }));
    const server = new TestServer(log).welcome();
    await server.page.order({ type: "run.start", input: { n: "x" }, context: null });
    await settled();

    const own = server.tellLog(1, 1).page.state.get().begun;
    const others = server.tellLog(2, 2).page.state.get().begun;

    expect([own.input, others.input]).toEqual(['{"n": "x"}', null]);
  });

  test("a start that was refused is forgotten", async () => {
    const server = new TestServer(logOf(started({ input: long }))).welcome();
    server.refusal = "No.";
    await server.page.order({ type: "run.start", input: { n: "x" } });

    expect(server.tellLog(1, 1).page.state.get().begun.input).toBeNull();
  });
});
