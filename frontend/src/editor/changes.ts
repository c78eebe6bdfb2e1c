/** Changes of the wire, and of a text that came whole, as CodeMirror's. Pure. */

import { ChangeSet, type Text } from "@codemirror/state";
import { type Replaced, unitsOf } from "../base/codePoints";

/** The wire's changes of a text. */
export function changesFrom(doc: Text, changes: readonly Replaced[]): ChangeSet {
  const units = unitsOf(doc.toString());
  const specs = changes.map(({ start, end, text }) => ({ from: units(start), to: units(end), insert: text }));
  return ChangeSet.of(specs, doc.length, "\n");
}

/** From one text to another, as one span: what both begin and end with is left alone, so that a cursor stays. */
export function changesTo(doc: Text, text: string): ChangeSet {
  const before = doc.toString();
  const shorter = Math.min(before.length, text.length);
  let from = 0;
  while (from < shorter && before[from] === text[from]) {
    from += 1;
  }
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === text.at(-1 - same)) {
    same += 1;
  }
  return ChangeSet.of(
    { from, to: before.length - same, insert: text.slice(from, text.length - same) },
    doc.length,
    "\n",
  );
}
