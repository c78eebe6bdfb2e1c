/** Completion in the editor: the graph's own names where they are meant, beside what Python's own support offers. */

import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import type { Extension } from "@codemirror/state";
import { LOOKS_BACK, type Words, wantedAt } from "./words";

const DETAIL: Readonly<Record<keyof Words, string>> = {
  channels: "state field",
  nodes: "node",
  functions: "function of this file",
};
const TYPE: Readonly<Record<keyof Words, string>> = {
  channels: "property",
  nodes: "class",
  functions: "function",
};

/** `words` is asked each time: the graph changes while a person types. */
export function completion(words: () => Words): Extension {
  return [
    // Its box is inside the editor's own, and its style has the page's nonce.
    autocompletion({ icons: false }),
    pythonLanguage.data.of({ autocomplete: (context: CompletionContext) => namesAt(context, words()) }),
  ];
}

function namesAt({ state, pos }: CompletionContext, words: Words): CompletionResult | null {
  const wanted = wantedAt(state.sliceDoc(Math.max(0, pos - LOOKS_BACK), pos));
  if (wanted === null) {
    return null;
  }
  const { kind, written } = wanted;
  return {
    from: pos - written,
    options: words[kind].map((label) => ({ label, type: TYPE[kind], detail: DETAIL[kind], boost: 50 })),
    validFor: /^\w*$/,
  };
}
