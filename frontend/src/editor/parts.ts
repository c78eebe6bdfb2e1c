/** Which pieces of the document are what of its graph: the functions of nodes, the routers, the reducers. Pure. */

import type { CodePlace, DrawnGraph } from "../protocol/generated";
import type { LineRange } from "./lines";

/** One piece. `name` is the node's, the source's of a router, the field's of a reducer. */
export interface Part {
  readonly kind: "node" | "reducer" | "router";
  readonly name: string;
  readonly lines: LineRange;
}

/** All pieces that stand in this file. */
export function partsOf(graph: DrawnGraph | null): readonly Part[] {
  if (graph === null) {
    return [];
  }
  const nodes = graph.nodes.map(({ name, code }) => partOf("node", name, code));
  const routers = graph.branches.map(({ source, code }) => partOf("router", source, code));
  const fields = graph.schemas.flatMap((schema) => schema.fields);
  const reducers = fields.map(({ name, reducer }) => partOf("reducer", name, reducer));
  return [...nodes, ...routers, ...reducers].filter((part) => part !== null);
}

function partOf(kind: Part["kind"], name: string, code: CodePlace | null): Part | null {
  if (code === null || code.path !== null || code.line === null) {
    return null;
  }
  return { kind, name, lines: { from: code.line, to: Math.max(code.line, code.endLine ?? code.line) } };
}

/** The smallest piece around a line; of two nodes with one function, the one that is selected. */
export function partAt(parts: readonly Part[], line: number, selected: string | null): Part | null {
  const around = parts.filter(({ lines }) => lines.from <= line && line <= lines.to);
  const smallest = Math.min(...around.map(lengthOf));
  const found = around.filter((part) => lengthOf(part) === smallest);
  return found.find(({ kind, name }) => kind === "node" && name === selected) ?? found[0] ?? null;
}

function lengthOf({ lines }: Part): number {
  return lines.to - lines.from;
}

/** What a person edits there, in a few words; a node is named beside them. */
export function partWords({ kind, name }: Part): string {
  switch (kind) {
    case "node":
      return "function";
    case "router":
      return `router of ${name}`;
    case "reducer":
      return `reducer of ${name}`;
  }
}
