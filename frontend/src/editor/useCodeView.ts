/** CodeMirror in an element: made once for a text, told of marks. */

import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type RefObject, useEffect, useRef } from "react";
import type { CodePlace } from "../store/place";
import { type Marks, mark, readOnlyPython } from "./highlight";
import { within } from "./lines";

/** Where on the page the server put this response's nonce. */
function nonceOfPage(): string {
  const element = document.querySelector<HTMLElement>("meta[property='csp-nonce']");
  return element?.nonce ?? "";
}

/** A ref for the element; the view shows `text`, with `marks`, and scrolls to what was chosen or asked for last. */
export function useCodeView(text: string, marks: Marks, place: CodePlace): RefObject<HTMLDivElement | null> {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);

  useEffect(() => {
    if (parent.current === null) {
      return;
    }
    const made = new EditorView({
      state: EditorState.create({ doc: text, extensions: readOnlyPython(nonceOfPage()) }),
      parent: parent.current,
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [text]);

  // A new text makes a new view, which has neither marks nor a place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for that reason the text is listed.
  useEffect(() => view.current?.dispatch({ effects: mark.of(marks) }), [text, marks]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for that reason the text is listed.
  useEffect(() => reveal(view.current, marks.chosen?.from ?? null), [text, marks.chosen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for that reason the text is listed.
  useEffect(() => reveal(view.current, place.line), [text, place]);

  return parent;
}

function reveal(view: EditorView | null, line: number | null): void {
  const range =
    view === null || line === null ? null : within({ from: line, to: line }, view.state.doc.lines);
  if (view !== null && range !== null) {
    const { from } = view.state.doc.line(range.from);
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 36 }) });
  }
}
