/** Everything an editor of a Python file needs. */

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { completion } from "./completion";
import { looks } from "./highlight";
import { indentIn } from "./indent";
import { typeOver } from "./typeOver";
import type { Words } from "./words";

export interface EditorOptions {
  /** Lets the editor's styles pass the page's policy. */
  readonly nonce: string;
  readonly text: string;
  readonly words: () => Words;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The extensions. Undo is the document's, whoever made the change: the editor keeps no history of its own. */
export function pythonEditor({ nonce, text, words, undo, redo }: EditorOptions): Extension {
  const does = (act: () => void) => () => {
    act();
    return true;
  };
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.lineSeparator.of("\n"),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?/g, "\n")),
    indentUnit.of(indentIn(text)),
    lineNumbers(),
    lintGutter(),
    drawSelection(),
    highlightActiveLine(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    typeOver,
    search({ top: true }),
    python(),
    completion(words),
    looks,
    keymap.of([
      { key: "Mod-z", run: does(undo), preventDefault: true },
      { key: "Mod-y", run: does(redo), preventDefault: true },
      { key: "Mod-Shift-z", run: does(redo), preventDefault: true },
      // Tab leaves the editor, so that nobody is caught in it; Ctrl-] and Ctrl-[ indent.
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap.filter(({ key }) => key !== "Mod-Shift-l"),
      ...defaultKeymap,
    ]),
    editing.of(editable("all")),
  ];
}

const editing = new Compartment();

function editable(how: "all" | "nothing"): Extension {
  const isReadOnly = how === "nothing";
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      "aria-label": isReadOnly ? "Source, read-only" : "Source",
      "aria-readonly": String(isReadOnly),
      "data-first-focus": "",
      tabindex: "0",
    }),
  ];
}

/** Let all be edited from now on, or nothing. */
export function lets(how: "all" | "nothing"): TransactionSpec {
  return { effects: editing.reconfigure(editable(how)) };
}
