/** One line on how the document's text stands to its file. */

import type { DocumentView, Problem } from "../protocol/generated";

/** The line; `act` is what a person can do about it. */
export interface SavedLine {
  readonly line: string;
  readonly tone: "plain" | "refuse" | "wait";
  readonly act: "change" | "none" | "resolve" | "save";
}

/** How it stands. `fault` is why the text does not parse. */
export function savedLine(view: DocumentView, fault: Problem | null): SavedLine {
  if (view.conflict !== null) {
    return { line: "changed elsewhere, too", tone: "refuse", act: "resolve" };
  }
  if (view.trouble !== null) {
    return { line: `saving failed: ${view.trouble.sentence}`, tone: "refuse", act: "save" };
  }
  if (view.readOnly !== null) {
    return { line: `read-only: ${view.readOnly}`, tone: "wait", act: "none" };
  }
  return view.saved ? savedWords(view) : unsavedWords(view, fault);
}

function savedWords({ revision }: DocumentView): SavedLine {
  if (revision === 0) {
    return { line: "saved", tone: "plain", act: "none" };
  }
  return { line: "edited, saved to the file", tone: "plain", act: "change" };
}

function unsavedWords({ autosave }: DocumentView, fault: Problem | null): SavedLine {
  if (!autosave) {
    return { line: "not saved", tone: "wait", act: "save" };
  }
  return fault === null
    ? { line: "being saved", tone: "plain", act: "none" }
    : { line: "not saved: it does not parse", tone: "wait", act: "save" };
}
