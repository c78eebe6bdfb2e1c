/** The editor in an element: made once for a document, told of marks and places. */

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { CodePlace } from "../store/place";
import { usePage } from "../store/useStore";
import { CodeEditor } from "./codeEditor";
import type { Marks } from "./highlight";
import type { Part } from "./parts";

/** Where on the page the server put this response's nonce. */
function nonceOfPage(): string {
  const element = document.querySelector<HTMLElement>("meta[property='csp-nonce']");
  return element?.nonce ?? "";
}

export interface CodePlaces {
  /** What a person chose elsewhere; null for nothing. */
  chosen: Part | null;
  /** The line that was asked for last. */
  place: CodePlace;
  onLine: (line: number) => void;
}

/** A ref for the element; the editor shows the page's document, and scrolls to what is chosen or asked for. */
export function useCodeView(
  marks: Marks,
  { chosen, place, onLine }: CodePlaces,
): RefObject<HTMLDivElement | null> {
  const page = usePage();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const lineChosen = useEffectEvent(onLine);

  useEffect(() => {
    const now = page.state.get().document;
    if (parent.current === null || now === null) {
      return;
    }
    const made = new CodeEditor({
      page,
      document: now,
      parent: parent.current,
      nonce: nonceOfPage(),
      onLine: (line) => lineChosen(line),
    });
    editor.current = made;
    return () => {
      made.close();
      editor.current = null;
    };
  }, [page]);

  useEffect(() => editor.current?.mark(marks), [marks]);
  // Its lines are others while a person types above it: that is no reason to scroll.
  const name = chosen?.name ?? null;
  const reveal = useEffectEvent(() => editor.current?.reveal({ chosen: name }, chosen?.lines.from ?? null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: for that reason the name alone is listed.
  useEffect(() => reveal(), [name]);
  useEffect(() => editor.current?.reveal({ asked: place.asked }, place.line), [place]);
  return parent;
}
