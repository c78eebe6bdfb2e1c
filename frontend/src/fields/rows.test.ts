import { expect, test } from "vitest";
import { drawnChannel, drawnField, drawnGraph, drawnNode, drawnSchema } from "../store/testing/drawn";
import { fieldRows, firstRows, schemaFields } from "./rows";

test("a row names who writes and who reads its field, and the table who cannot be told", () => {
  const graph = drawnGraph({
    schemas: [drawnSchema("State", [drawnField("plan"), drawnField("notes")])],
    nodes: [
      drawnNode("north", { writes: ["plan", "notes"], reads: [] }),
      drawnNode("south", { writes: ["plan"], reads: ["notes"] }),
      drawnNode("odd", { writes: null, reads: null }),
    ],
  });

  const { groups, unknown } = fieldRows(graph);

  expect(groups[0]?.rows.map(({ writers, readers }) => [writers, readers])).toEqual([
    [["north", "south"], []],
    [["north"], ["south"]],
  ]);
  expect(unknown).toEqual({ writers: ["odd"], readers: ["odd"] });
});

test("schemas stand in groups with the parts they play, the state first", () => {
  const graph = drawnGraph({
    schemas: [
      drawnSchema("Settings", [], { roles: ["context"] }),
      drawnSchema("Ask", [drawnField("question")], { roles: ["input"] }),
      drawnSchema("State", [drawnField("question")], { roles: ["state", "output"] }),
    ],
  });

  expect(fieldRows(graph).groups.map(({ role, schema }) => [role, schema.name])).toEqual([
    ["State", "State"],
    ["Input", "Ask"],
    ["Context", "Settings"],
  ]);
});

test("a field has one row, however many schemas declare it; what is called alike in the context is another thing", () => {
  const graph = drawnGraph({
    schemas: [
      drawnSchema("State", [drawnField("question"), drawnField("plan")], { roles: ["state"] }),
      drawnSchema("Ask", [drawnField("question"), drawnField("hint")], { roles: ["input"] }),
      drawnSchema("Settings", [drawnField("plan")], { roles: ["context"] }),
    ],
  });

  const told = fieldRows(graph).groups.map(({ rows, again }) => [rows.map(({ field }) => field.name), again]);

  expect(told).toEqual([
    [["question", "plan"], []],
    [["hint"], ["question"]],
    [["plan"], []],
  ]);
});

test("what stands in another file, or is locked by its reader, says why it is not edited", () => {
  const lock = { sentence: "read-only: built by code in line 9", line: 9 };
  const graph = drawnGraph({
    schemas: [
      drawnSchema("State", [drawnField("a", { lock }), drawnField("b")]),
      drawnSchema("Shared", [drawnField("c")], { roles: ["private"], path: "shared.py", line: 3 }),
    ],
  });

  const [state, shared] = fieldRows(graph).groups;

  expect(state?.rows.map(({ locked }) => locked)).toEqual([{ ...lock, path: null }, null]);
  expect(shared?.rows[0]?.locked).toEqual({
    sentence: "Shared stands in another file, shared.py: edit it there.",
    line: 3,
    path: "shared.py",
  });
});

test("ticking a field off the input leaves the others, and ticking the last one on leaves all", () => {
  const schemas = [drawnSchema("State", [drawnField("a"), drawnField("b")])];
  const whole = drawnGraph({ schemas });
  const half = drawnGraph({
    schemas,
    channels: [drawnChannel("a", { io: "both" }), drawnChannel("b", { io: "output" })],
  });

  expect(schemaFields(whole, "input", { name: "b", on: false })).toEqual(["a"]);
  expect(schemaFields(half, "input", { name: "b", on: true })).toBeNull();
  expect(schemaFields(half, "output", { name: "a", on: false })).toEqual(["b"]);
});

test("the first rows are those of the first groups, and a group without fields keeps its heading", () => {
  const of = (name: string, count: number) =>
    drawnSchema(
      name,
      Array.from({ length: count }, (_, at) => drawnField(`${name}${at}`)),
    );
  const { groups } = fieldRows(drawnGraph({ schemas: [of("A", 3), of("B", 0), of("C", 2)] }));

  const sizes = firstRows(groups, 3).map(({ schema, rows }) => [schema.name, rows.length]);

  expect(sizes).toEqual([
    ["A", 3],
    ["B", 0],
  ]);
});
