/** A graph as Mermaid's flowchart: names are quoted and escaped, so that none of them is read as Mermaid. Pure. */

import { nodeTitle } from "../base/nodeTitle";
import { type Depicted, END, START, type WiredEdge } from "./drawing";

/** An open graph inside of a node, drawn as a subgraph in its place. */
export interface Nested {
  readonly picture: Depicted;
  readonly inner: ReadonlyMap<string, Nested>;
}

const NOTHING: ReadonlyMap<string, Nested> = new Map();

/** The flowchart: solid what is declared, dotted what a choice, a run or a reading adds. `inner` is what is open, by its nodes. */
export function mermaidOf(graph: Depicted, inner: ReadonlyMap<string, Nested> = NOTHING): string {
  return ["flowchart TD", ...linesOf(graph, inner, "").map((line) => `  ${line}`), ""].join("\n");
}

/** The lines of one graph. `prefix` keeps the ids of one graph apart from another's. */
function linesOf(
  { nodes, edges }: Depicted,
  inner: ReadonlyMap<string, Nested>,
  prefix: string,
): readonly string[] {
  const ids = new Map<string, string>([
    [START, `${prefix}start`],
    [END, `${prefix}finish`],
    ...nodes.map(({ name }, index): [string, string] => [name, `${prefix}n${index}`]),
  ]);
  const ends = edges.some(({ target }) => target === END) ? [START, END] : [START];
  return [
    ...ends.map((name) => `${ids.get(name)}(["${escaped(nodeTitle(name))}"])`),
    ...nodes.flatMap(({ name }) => nodeLines(name, ids.get(name) ?? "", inner.get(name))),
    ...edges.flatMap((edge, index) => lineOf(edge, `${prefix}open${index}`, ids)),
  ];
}

function nodeLines(name: string, id: string, nested: Nested | undefined): readonly string[] {
  const box = `${id}["${escaped(name)}"]`;
  if (nested === undefined) {
    return [box];
  }
  const lines = linesOf(nested.picture, nested.inner, `${id}_`);
  return [`subgraph ${box}`, ...lines.map((line) => `  ${line}`), "end"];
}

/** One edge; none where an end is no box of the graph. An unknown end gets a box of its own, of this id. */
function lineOf(edge: WiredEdge, open: string, ids: ReadonlyMap<string, string>): readonly string[] {
  const { source, target, kind, origin, label } = edge;
  const from = ids.get(source);
  const to = target === null ? `${open}(["?"])` : ids.get(target);
  const isPlain = origin === "declared" && (kind === "static" || kind === "join");
  const said = label ?? (kind === "handler" ? "on failure" : null);
  const words = said === null ? "" : `|"${escaped(said)}"|`;
  return from === undefined || to === undefined ? [] : [`${from} ${isPlain ? "-->" : "-.->"}${words} ${to}`];
}

/** Mermaid reads entities of this form in quoted words, and nothing else. */
function escaped(text: string): string {
  return [...text]
    .map((sign) => (/[\p{L}\p{N} _.,:-]/u.test(sign) ? sign : `#${sign.codePointAt(0)};`))
    .join("");
}
