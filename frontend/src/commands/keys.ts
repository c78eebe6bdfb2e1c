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
  "channels.internal": "I",
  "side.code": "Alt 1",
  "side.explain": "Alt 2",
  "side.state": "Alt 3",
  "theme.switch": "Ctrl Shift L",
  "palette.open": "Ctrl K",
  "keys.show": "?",
};
