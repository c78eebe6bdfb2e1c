/** A graph as Mermaid's flowchart: names are quoted and escaped, so that none of them is read as Mermaid. Pure. */

import { nodeTitle } from "../base/nodeTitle";
import { type Depicted, END, START, type WiredEdge } from "./drawing";

/** The flowchart: solid what is declared, dotted what a choice, a run or a reading adds. */
export function mermaidOf({ nodes, edges }: Depicted): string {
  const ids = new Map<string, string>([
    [START, "start"],
    [END, "finish"],
    ...nodes.map(({ name }, index): [string, string] => [name, `n${index}`]),
  ]);
  const ends = edges.some(({ target }) => target === END) ? [START, END] : [START];
  return [
    "flowchart TD",
    ...ends.map((name) => `  ${ids.get(name)}(["${escaped(nodeTitle(name))}"])`),
    ...nodes.map(({ name }) => `  ${ids.get(name)}["${escaped(name)}"]`),
    ...edges.flatMap((edge, index) => lineOf(edge, index, ids)),
    "",
  ].join("\n");
}

/** One edge; none where an end is no box of the graph. An unknown end gets a box of its own. */
function lineOf(edge: WiredEdge, index: number, ids: ReadonlyMap<string, string>): readonly string[] {
  const { source, target, kind, origin, label } = edge;
  const from = ids.get(source);
  const to = target === null ? `open${index}(["?"])` : ids.get(target);
  const isPlain = origin === "declared" && (kind === "static" || kind === "join");
  const said = label ?? (kind === "handler" ? "on failure" : null);
  const words = said === null ? "" : `|"${escaped(said)}"|`;
  return from === undefined || to === undefined
    ? []
    : [`  ${from} ${isPlain ? "-->" : "-.->"}${words} ${to}`];
}

/** Mermaid reads entities of this form in quoted words, and nothing else. */
function escaped(text: string): string {
  return [...text]
    .map((sign) => (/[\p{L}\p{N} _.,:-]/u.test(sign) ? sign : `#${sign.codePointAt(0)};`))
    .join("");
}
