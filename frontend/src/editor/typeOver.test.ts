import { closeBrackets } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { typeOver } from "./typeOver";

function press(data: string, selection: { anchor: number; head: number }) {
  const state = EditorState.create({ doc: "return end", selection, extensions: [closeBrackets(), typeOver] });
  const view = new EditorView({ state, parent: document.body });
  const event = new InputEvent("beforeinput", {
    inputType: "insertText",
    data,
    cancelable: true,
    bubbles: true,
  });
  view.contentDOM.dispatchEvent(event);
  const text = view.state.doc.toString();
  // A view that stays would measure itself in its next frame, for which this DOM has no letters.
  view.destroy();
  return { text, isTaken: event.defaultPrevented };
}

test("a letter takes the place of what is selected", () => {
  expect(press("x", { anchor: 7, head: 10 })).toEqual({ text: "return x", isTaken: true });
});

test("a quote goes around what is selected", () => {
  expect(press('"', { anchor: 7, head: 10 })).toEqual({ text: 'return "end"', isTaken: true });
});

test("where nothing is selected the browser types", () => {
  expect(press("x", { anchor: 7, head: 7 })).toEqual({ text: "return end", isTaken: false });
});
