/** Offsets in a text: the wire counts code points, strings count UTF-16 units. Most texts have both alike. */

/** One replaced span of the old text, as the wire tells it. */
export interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const ASTRAL = /[\u{10000}-\u{10FFFF}]/u;

/** From the wire's offsets to those of this string. Quickest for offsets that ascend. */
export function unitsOf(text: string): (offset: number) => number {
  if (!ASTRAL.test(text)) {
    return same;
  }
  const walk = walkOf(text);
  return (offset) => walk(({ points }) => points < offset).units;
}

/** From offsets of this string to the wire's. Quickest for offsets that ascend. */
export function pointsOf(text: string): (offset: number) => number {
  if (!ASTRAL.test(text)) {
    return same;
  }
  const walk = walkOf(text);
  return (offset) => walk(({ units }) => units < offset).points;
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

/** A place in a text, counted in both ways. */
interface Place {
  readonly points: number;
  readonly units: number;
}

/** Goes on from the last place while that is before the one that is looked for, else from the beginning. */
function walkOf(text: string): (isBefore: (place: Place) => boolean) => Place {
  let last = { points: 0, units: 0 };
  return (isBefore) => {
    const place = isBefore(last) ? { ...last } : { points: 0, units: 0 };
    while (place.units < text.length && isBefore(place)) {
      place.points += 1;
      place.units += (text.codePointAt(place.units) ?? 0) > 0xffff ? 2 : 1;
    }
    last = place;
    return place;
  };
}
