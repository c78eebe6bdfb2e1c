import { expect, test } from "vitest";
import { codePlace, drawnField } from "../store/testing/drawn";
import { mergeOf, mergingOf, RULES } from "./rules";

const aggregate = (text: string, more = {}) =>
  drawnField("log", {
    kind: "BinaryOperatorAggregate",
    reducer: codePlace(text, { kind: "imported", span: null, ...more }),
  });

test.each([
  [drawnField("plan"), "Keep last"],
  [aggregate("operator.add"), "Add up"],
  [aggregate("add"), "Add up"],
  [aggregate("graph.add_messages"), "Merge messages"],
  [drawnField("notes", { kind: "Topic" }), "Topic"],
  [drawnField("notes", { kind: "Topic", accumulate: true }), "Topic that keeps all"],
  [drawnField("once", { kind: "EphemeralValue" }), "Only for one step"],
  [drawnField("db", { kind: "UntrackedValue" }), "Not stored"],
  [drawnField("any", { kind: "AnyValue" }), "Any of them"],
  [drawnField("left", { kind: "managed" }), "Managed"],
])("a field's merge rule has the name that the menu gives it (%#)", (field, title) => {
  expect(mergingOf(field).title).toBe(title);
});

test("a function of the file or of one beside it is an own rule, even one called add", () => {
  const own = drawnField("log", { kind: "BinaryOperatorAggregate", reducer: codePlace("add") });

  expect(mergingOf(own)).toMatchObject({ id: "function", title: "add" });
  expect(mergingOf(aggregate("merges.add", { path: "merges.py", name: "add" }))).toMatchObject({
    id: "function",
  });
});

test("a class that the menu does not offer keeps its own name", () => {
  expect(mergingOf(drawnField("gate", { kind: "NamedBarrierValue" }))).toEqual({
    id: null,
    title: "NamedBarrierValue",
    code: "NamedBarrierValue",
  });
});

test("each rule of the menu becomes a gesture of its own", () => {
  const merges = RULES.map(({ id }) => JSON.stringify(mergeOf(id, "merge_log")));

  expect(new Set(merges).size).toBe(RULES.length);
  expect(mergeOf("function", "merge_log")).toEqual({ kind: "function", function: "merge_log" });
  expect(mergeOf("topic.kept", "")).toEqual({ kind: "Topic", accumulate: true });
});
