import { expect, test } from "vitest";
import { parseAnswer, parseMessage, parseProblem, UnreadableAnswer } from "./parse";

const HEARTBEAT = { frame: "heartbeat", seq: 3 };

test("a message is one frame or several", () => {
  expect(parseMessage(JSON.stringify(HEARTBEAT))).toEqual([HEARTBEAT]);
  expect(parseMessage(JSON.stringify([HEARTBEAT, HEARTBEAT]))).toEqual([HEARTBEAT, HEARTBEAT]);
});

test.each([
  ["{", "something that is not JSON"],
  ["3", "a frame"],
  ['{"frame": "dance"}', "a frame"],
  ['{"frame": "event", "epoch": "e", "seq": 1, "event": {"type": "run.danced"}}', "an event"],
  ['{"frame": "event", "epoch": "e", "seq": "1", "event": {"type": "run.started"}}', "an event"],
])("%s is refused with a sentence", (text, what) => {
  expect(() => parseMessage(text)).toThrow(
    `The server sent ${what}, which this page does not know. Load the page again.`,
  );
});

test("an answer that lacks a field is refused by the field's name", () => {
  expect(() => parseAnswer<{ token: string }>("{}", "token")).toThrow(UnreadableAnswer);
  expect(parseAnswer<{ token: string }>('{"token": "t"}', "token")).toEqual({ token: "t" });
});

test("a refusal that is no problem is no problem to read", () => {
  expect(parseProblem("<html>")).toBeNull();
  expect(parseProblem('{"code": "x", "sentence": "No."}')).toEqual({ code: "x", sentence: "No." });
});
