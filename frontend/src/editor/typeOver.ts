/** Typing over a selection, done by the editor alone. */

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Chromium would keep the look of what is typed over in a style attribute, which the page's policy refuses. */
export const typeOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (inputType !== "insertText" || data === null || empty || view.composing || state.readOnly) {
      return false;
    }
    event.preventDefault();
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) {
      view.dispatch(insert());
    }
    return true;
  },
});
