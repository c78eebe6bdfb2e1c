/** Offsets in a text: the wire counts code points, strings count UTF-16 units. Most texts have both alike. */

/** One replaced span of the old text, as the wire tells it. */
export interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const ASTRAL = /[\u{10000}-\u{10FFFF}]/u;

/** From the wire's offsets to those of this string. */
export function unitsOf(text: string): (offset: number) => number {
  return text.length < 1 || !ASTRAL.test(text) ? same : (offset) => walk(text, offset);
}

/** From offsets of this string to the wire's. */
export function pointsOf(text: string): (offset: number) => number {
  return text.length < 1 || !ASTRAL.test(text) ? same : (offset) => [...text.slice(0, offset)].length;
}

/** The text with the wire's changes applied; they ascend and count in the old text. */
export function changedText(text: string, changes: readonly Replaced[]): string {
  const units = unitsOf(text);
  let at = 0;
  let changed = "";
  for (const change of changes) {
    changed += text.slice(at, units(change.start)) + change.text;
    at = units(change.end);
  }
  return changed + text.slice(at);
}

function same(offset: number): number {
  return offset;
}

function walk(text: string, points: number): number {
  let units = 0;
  for (let passed = 0; passed < points && units < text.length; passed += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}
