/** The keys of all commands, in one table. "Ctrl" is the Command key on a Mac as well. */

/** Command id to keys. What is not here has no key, and is found in the palette. */
export const KEYS: Readonly<Record<string, string>> = {
  "run.run": "F5",
  "run.stop": "Shift F5",
  "run.restart": "Ctrl Shift F5",
  "run.pause": "F8",
  "run.step": "F10",
  "run.stepBack": "Shift F10",
  "run.goOn": "Ctrl F10",
  "run.stepPhase": "F11",
  "cursor.live": "Shift End",
  "state.edit": "E",
  "interrupt.answer": "A",
  "document.undo": "Ctrl Z",
  "document.redo": "Ctrl Shift Z",
  "document.save": "Ctrl S",
  "node.add": "N",
  "node.rename": "F2",
  "node.delete": "Delete",
  "node.duplicate": "Ctrl D",
  "node.copy": "Ctrl C",
  "node.cut": "Ctrl X",
  "node.paste": "Ctrl V",
  "node.selectAll": "Ctrl A",
  "node.search": "/",
  connect: "C",
  "graph.inside": "O",
  "channels.internal": "I",
  "side.code": "Alt 1",
  "side.explain": "Alt 2",
  "side.state": "Alt 3",
  "side.problems": "Alt 4",
  "theme.switch": "Ctrl Shift L",
  "palette.open": "Ctrl K",
  "keys.show": "?",
};

/** Other keys of the same commands, by habit or by keyboard. */
export const OTHER_KEYS: Readonly<Record<string, string>> = {
  "document.redo": "Ctrl Y",
  "node.delete": "Backspace",
};

/**
 * Where a key counts. `graph`: while nothing but the canvas has the focus. `clipboard`: nowhere, since the canvas
 * listens to what the browser tells of its clipboard; the keys are named for people.
 */
export type KeyPlace = "anywhere" | "clipboard" | "graph";

const PLACES: Readonly<Record<string, KeyPlace>> = {
  connect: "graph",
  "graph.inside": "graph",
  "node.add": "graph",
  "node.rename": "graph",
  "node.delete": "graph",
  "node.duplicate": "graph",
  "node.copy": "clipboard",
  "node.cut": "clipboard",
  "node.paste": "clipboard",
  "node.selectAll": "graph",
};

export function keyPlaceOf(id: string): KeyPlace {
  return PLACES[id] ?? "anywhere";
}
