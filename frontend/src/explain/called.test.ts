import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { committed, compiled, logOf, planned, runStarted } from "../store/testing/log";
import { textOf } from "./parts";
import { explain } from "./sentences";
import { text } from "./testing/byHand";
import { supersteps } from "./testing/told";

const AT = { run: "run-1", ns: "", step: 1 };

function called(node: string, task: string): AnyEvent {
  return { ...AT, type: "task.started", task, node, input: text("it"), calledBy: "task-essay" };
}

test("what calls returned is kept: each task of theirs is told once, with how many calls there were", () => {
  const calls = [
    ["draft", "d"],
    ["check", "c1"],
    ["check", "c2"],
  ] as const;
  const kept = calls.map(([node, task]) => ({ node, task, writes: [] }));
  const log = logOf(
    compiled(["essay"], []),
    runStarted(),
    committed(0, { at: "c0", from: null, due: ["essay"] }),
    planned(1, "essay"),
    ...calls.map(([node, task]) => called(node, task)),
    { ...AT, type: "step.aborted", reason: "interrupted", sentence: "", kept },
  );
  const [step] = supersteps(log).slice(-1);
  const said = step === undefined ? [] : explain(step, null).sentences.map(({ parts }) => textOf(parts));

  expect(said.filter((sentence) => sentence.includes("will not run again"))).toEqual([
    "draft will not run again when it is called: what it returned is kept.",
    "check will not run again in two calls that ended: what they returned is kept.",
  ]);
});
