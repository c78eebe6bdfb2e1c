/** What is wrong in the text and where, for the editor's gutter and underlines. Pure. */

import { unitsOf } from "../base/codePoints";
import type { Finding, Mend } from "../protocol/generated";
import type { DocumentState } from "../store/document";

/** One mark. The offsets are those of the page's string. */
export interface Diagnosis {
  readonly from: number;
  readonly to: number;
  readonly severity: Finding["severity"];
  readonly sentence: string;
  readonly code: string;
  readonly mends: readonly Mend[];
}

type Place = Pick<Finding, "column" | "line"> & { readonly span?: Finding["span"] };

/** What can be marked in the text as it is now; null while what was found is still that of an older text. */
export function diagnosesOf(document: DocumentState): readonly Diagnosis[] | null {
  const { fault, findings, findingsRevision, text, view } = document;
  const placed = placerOf(text);
  if (fault !== null) {
    const { severity, sentence, code } = fault;
    return [
      { ...placed(fault), severity: severity === "warning" ? "warning" : "error", sentence, code, mends: [] },
    ];
  }
  if (findingsRevision !== view.revision) {
    return null;
  }
  return findings.map((finding) => {
    const { severity, sentence, code, mends } = finding;
    return { ...placed(finding), severity, sentence, code, mends };
  });
}

/** A span, else from the column to the end of its line, else the first line. */
function placerOf(text: string): (place: Place) => Pick<Diagnosis, "from" | "to"> {
  const units = unitsOf(text);
  const lines = text.split("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return ({ span, line, column }) => {
    if (span != null) {
      return { from: units(span.start), to: Math.min(units(span.end), text.length) };
    }
    const index = Math.min(Math.max((line ?? 1) - 1, 0), lines.length - 1);
    const start = starts[index] ?? 0;
    const end = start + (lines[index]?.length ?? 0);
    const from = Math.min(start + Math.max((column ?? 1) - 1, 0), end);
    // A fault at the very end of its line marks the line: nothing would be seen of an empty mark.
    return from === end ? { from: start, to: end } : { from, to: end };
  };
}
