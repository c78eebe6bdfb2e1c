/** Nodes as a text for the clipboard, and back: what comes from elsewhere is only taken when it is what it says. Pure. */

import { unitsOf } from "../base/codePoints";
import { isRecord } from "../base/record";
import type { NodePaste, PastedEdge, PastedNode } from "../protocol/generated";
import type { Pictured } from "./pictured";

const MOST_NODES = 500;
const MOST_EDGES = 5_000;
const MOST_OPTIONS = 20;
const LONGEST_NAME = 200;
const LONGEST_CODE = 200_000;
const LONGEST_EXPRESSION = 10_000;
const LONGEST = 5_000_000;

/** These nodes and the edges among them. `text` is the document's, where their functions stand. */
export function copied(picture: Pictured, text: string, names: readonly string[]): string {
  const units = unitsOf(text);
  const nodes = picture.nodes.flatMap(({ name, drawn }): readonly PastedNode[] => {
    if (!names.includes(name) || drawn === null) {
      return [];
    }
    const { span, path } = drawn.code;
    const isHere = span !== null && path === null;
    return [
      {
        name,
        code: isHere ? text.slice(units(span.start), units(span.end)) : null,
        expression: drawn.code.text,
        options: Object.fromEntries(drawn.options.map((option) => [option.name, option.text])),
      },
    ];
  });
  return JSON.stringify({ stepgraph: "clip", nodes, edges: edgesAmong(picture, names) });
}

/** The gesture that pastes a text, or a sentence why it is none. */
export function pasted(text: string): NodePaste | string {
  if (text.length > LONGEST) {
    return "What is on the clipboard is too large to be nodes.";
  }
  const clip = parsed(text);
  if (!isRecord(clip) || clip.stepgraph !== "clip") {
    return "There are no nodes on the clipboard. Copy some first.";
  }
  const nodes = listOf(clip.nodes, MOST_NODES, nodeOf);
  const edges = listOf(clip.edges, MOST_EDGES, edgeOf);
  if (nodes === null || edges === null || nodes.length === 0) {
    return "What is on the clipboard is no clip that Stepgraph made. Copy the nodes again.";
  }
  return { type: "node.paste", nodes, edges };
}

/** Plain edges, and joins of which all members are there. */
function edgesAmong(picture: Pictured, names: readonly string[]): readonly PastedEdge[] {
  const joins = new Map<string, { sources: string[]; target: string }>();
  const edges: PastedEdge[] = [];
  for (const { source, target, kind, join, origin } of picture.edges) {
    if (target === null || origin !== "declared" || !names.includes(target)) {
      continue;
    }
    if (join !== null) {
      const known = joins.get(join) ?? { sources: [], target };
      known.sources.push(source);
      joins.set(join, known);
    } else if (kind === "static" && names.includes(source)) {
      edges.push({ sources: [source], target });
    }
  }
  const whole = [...joins.values()].filter(({ sources }) => sources.every((name) => names.includes(name)));
  return [...edges, ...whole];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Each item read, or null when one cannot be or there are too many. */
function listOf<Item>(
  value: unknown,
  most: number,
  read: (item: unknown) => Item | null,
): readonly Item[] | null {
  if (!Array.isArray(value) || value.length > most) {
    return null;
  }
  const items = value.map(read);
  return items.every((item) => item !== null) ? items : null;
}

function nodeOf(item: unknown): PastedNode | null {
  if (!isRecord(item)) {
    return null;
  }
  const { name, code, expression, options } = item;
  if (!isText(name, LONGEST_NAME) || !isText(expression, LONGEST_EXPRESSION)) {
    return null;
  }
  if (code !== null && !isText(code, LONGEST_CODE)) {
    return null;
  }
  const read = optionsOf(options);
  return read === null ? null : { name, code, expression, options: read };
}

function optionsOf(value: unknown): Readonly<Record<string, string>> | null {
  if (!isRecord(value)) {
    return null;
  }
  const entries = Object.entries(value);
  const texts = entries.flatMap(([name, text]): readonly [string, string][] =>
    isText(name, LONGEST_NAME) && isText(text, LONGEST_EXPRESSION) ? [[name, text]] : [],
  );
  return texts.length === entries.length && texts.length <= MOST_OPTIONS ? Object.fromEntries(texts) : null;
}

function edgeOf(item: unknown): PastedEdge | null {
  if (!isRecord(item)) {
    return null;
  }
  const { sources, target } = item;
  const names = listOf(sources, MOST_NODES, (name) => (isText(name, LONGEST_NAME) ? name : null));
  return names === null || names.length === 0 || !isText(target, LONGEST_NAME)
    ? null
    : { sources: names, target };
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= longest;
}
