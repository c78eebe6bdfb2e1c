import { expect, test } from "vitest";
import type { EngineWarned, GraphRejected } from "../protocol/generated";
import { finding } from "../store/testing/drawn";
import { problemOf } from "../store/testing/server";
import { itemsOf, summaryOf } from "./items";

const NONE = { fault: null, findings: [], rejected: null, warnings: [], graph: "graph" };

const warned: EngineWarned = {
  type: "engine.warned",
  run: "r",
  ns: "",
  step: 3,
  code: "unknown_channel",
  sentence: "north wrote nope, which is no channel.",
  node: "north",
  channel: null,
};

const rejected = (...sentences: readonly string[]): GraphRejected => ({
  type: "graph.rejected",
  run: "",
  ns: "",
  document: "graph.py",
  problems: sentences.map(problemOf),
  candidates: [],
});

test("errors stand before warnings before notes, and each by its line, those without one last", () => {
  const findings = [
    finding("note", { severity: "info", line: 1 }),
    finding("nowhere"),
    finding("later", { line: 9 }),
    finding("earlier", { line: 4 }),
    finding("bad", { severity: "error", line: 30 }),
  ];

  const codes = itemsOf({ ...NONE, findings }).map(({ code }) => code);

  expect(codes).toEqual(["bad", "earlier", "later", "nowhere", "note"]);
});

test("what the import told and what the run warned of say where they come from", () => {
  const items = itemsOf({ ...NONE, rejected: rejected("It gives no graph."), warnings: [warned] });

  expect(items.map(({ origin, severity }) => [origin, severity])).toEqual([
    ["when it was imported", "error"],
    ["in superstep 3", "warning"],
  ]);
  expect(items[1]?.nodes).toEqual(["north"]);
});

test("a syntax error that the import told of too is told once", () => {
  const fault = problemOf("A bracket is not closed.");

  const items = itemsOf({ ...NONE, fault, rejected: rejected("A bracket is not closed.", "Another.") });

  expect(items.map(({ sentence }) => sentence)).toEqual(["A bracket is not closed.", "Another."]);
});

test("what is found in another graph of the file says in which", () => {
  const findings = [finding("here"), finding("there", { graph: "inner" })];

  expect(itemsOf({ ...NONE, findings }).map(({ origin }) => origin)).toEqual([null, "in the graph inner"]);
});

test("equal problems have keys of their own", () => {
  const items = itemsOf({ ...NONE, findings: [finding("same"), finding("same")] });

  expect(new Set(items.map(({ key }) => key)).size).toBe(2);
});

test("the summary counts problems and, where there are some, errors", () => {
  const error = finding("bad", { severity: "error" });
  const of = (...findings: Parameters<typeof finding>[0][]) =>
    summaryOf(itemsOf({ ...NONE, findings: findings.map((code) => finding(code)) }));

  expect([of(), of("a"), of("a", "b")]).toEqual(["No problems", "1 problem", "2 problems"]);
  expect(summaryOf(itemsOf({ ...NONE, findings: [error, finding("a")] }))).toBe("2 problems, 1 error");
});
