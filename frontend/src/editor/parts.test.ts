import { expect, test } from "vitest";
import type { DrawnBranch, DrawnSchema } from "../protocol/generated";
import { codePlaceOf, drawnGraph, drawnNode } from "../store/testing/document";
import { partAt, partsOf, partWords } from "./parts";

const BRANCH: DrawnBranch = {
  source: "fan",
  name: "route",
  code: codePlaceOf("route", { line: 20, endLine: 24 }),
  form: "dict",
  targets: null,
  span: null,
  mapSpan: null,
  line: 40,
  lock: null,
};
const SCHEMA: DrawnSchema = {
  name: "State",
  roles: ["state"],
  form: "typeddict",
  fields: [
    {
      name: "total",
      annotation: "Annotated[int, keep]",
      type: "int",
      kind: "BinaryOperatorAggregate",
      reducer: codePlaceOf("keep", { line: 30, endLine: null }),
      accumulate: false,
      default: null,
      span: null,
      nameSpan: null,
      annotationSpan: null,
      line: 5,
      lock: null,
    },
  ],
  bases: [],
  path: null,
  span: null,
  line: 4,
  lock: null,
};
const PARTS = partsOf(
  drawnGraph({
    nodes: [
      drawnNode("fan", { code: codePlaceOf("make", { line: 10, endLine: 26 }) }),
      drawnNode("again", { code: codePlaceOf("make", { line: 10, endLine: 26 }) }),
      drawnNode("far", { code: codePlaceOf("far", { line: 12, endLine: 13, path: "other.py" }) }),
    ],
    branches: [BRANCH],
    schemas: [SCHEMA],
  }),
);

test("a line belongs to the smallest piece around it", () => {
  const found = [12, 22, 30, 99].map((line) => {
    const part = partAt(PARTS, line, null);
    return part === null ? null : `${part.kind} ${part.name}`;
  });

  expect(found).toEqual(["node fan", "router fan", "reducer total", null]);
});

test("of nodes with one function the selected one is meant", () => {
  expect(partAt(PARTS, 12, "again")?.name).toBe("again");
});

test("what stands in another file has no lines here", () => {
  expect(PARTS.map(({ name }) => name)).not.toContain("far");
});

test("routers and reducers are named by what they serve", () => {
  expect(PARTS.slice(2).map(partWords)).toEqual(["router of fan", "reducer of total"]);
});
