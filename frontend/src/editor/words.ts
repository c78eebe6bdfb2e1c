/** What can be completed at a place of the code: which names are meant there, by what stands before them. Pure. */

/** The names of the document that a person may want to write. */
export interface Words {
  readonly channels: readonly string[];
  readonly nodes: readonly string[];
  readonly functions: readonly string[];
}

/** What a place asks for, and how many letters of it are written. */
export interface Wanted {
  readonly kind: keyof Words;
  readonly written: number;
}

/** As far back as is looked: a call or a dict rarely is longer before its names come. */
export const LOOKS_BACK = 2_000;

const KEY = String.raw`["'](\w*)$`;
/** Within one pair of brackets, or one pair inside them. */
const INSIDE = String.raw`(?:[^()[\]{}]|\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\})*`;

const PLACES: readonly (readonly [keyof Words, RegExp])[] = [
  ["channels", new RegExp(String.raw`\bstate\s*\[\s*${KEY}`)],
  ["channels", new RegExp(String.raw`\bstate\s*\.\s*get\(\s*${KEY}`)],
  ["channels", /\bstate\.(\w*)$/],
  // A key comes first in its dict or after a comma, a value never does.
  ["channels", new RegExp(String.raw`(?:\breturn|\bupdate\s*=)\s*\{(?:${INSIDE},)?\s*${KEY}`)],
  ["nodes", new RegExp(String.raw`\badd_(?:conditional_)?edges?\(${INSIDE}${KEY}`)],
  ["nodes", new RegExp(String.raw`\badd_(?:conditional_)?edges?\(${INSIDE}[[{]${INSIDE}${KEY}`)],
  ["nodes", new RegExp(String.raw`\bset_(?:(?:conditional_)?entry|finish)_point\(${INSIDE}${KEY}`)],
  ["nodes", new RegExp(String.raw`\bgoto\s*=\s*(?:[[(]${INSIDE})?${KEY}`)],
  ["nodes", new RegExp(String.raw`\bLiteral\[${INSIDE}${KEY}`)],
  ["nodes", new RegExp(String.raw`\bSend\(\s*${KEY}`)],
  ["nodes", new RegExp(String.raw`\binterrupt_(?:before|after)\s*=\s*\[${INSIDE}${KEY}`)],
  ["functions", /\badd_node\(\s*(?:["'][^"']*["']\s*,\s*)?([A-Za-z_]\w*)$/],
  ["functions", /\badd_conditional_edges\(\s*[^,()]+,\s*([A-Za-z_]\w*)$/],
];

/** What is wanted at the end of `before`, which is text of the document up to the cursor; null for nothing of ours. */
export function wantedAt(before: string): Wanted | null {
  const near = before.slice(-LOOKS_BACK);
  for (const [kind, place] of PLACES) {
    const written = place.exec(near)?.[1];
    if (written !== undefined) {
      return { kind, written: written.length };
    }
  }
  return null;
}
