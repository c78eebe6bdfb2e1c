/** Keys as they are written ("Ctrl K", "Shift F10", "?") against keys as they are pressed. */

/** What of a keyboard event matters here. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether this press is the written chord. "Ctrl" is the Command key on a Mac as well. */
export function isPressed(keys: string, press: Press): boolean {
  const parts = keys.split(" ");
  const key = parts.at(-1) ?? "";
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  return (
    press.key.toLowerCase() === key.toLowerCase() &&
    has("Ctrl") === (press.ctrlKey || press.metaKey) &&
    has("Alt") === press.altKey &&
    // A sign such as "?" already says whether Shift was held.
    (has("Shift") === press.shiftKey || (key.length === 1 && !/[a-z\d]/i.test(key)))
  );
}

/** Keys that edit a text by themselves. */
const EDITING: ReadonlySet<string> = new Set(["Delete", "Backspace"]);
const EDITING_CHORDS = "acdvxyz";

/** Whether a press would edit the text where the focus is; then only other chords and function keys are commands. */
export function isTyping(target: EventTarget | null, press: Press): boolean {
  return isInText(target) && edits(press);
}

function edits({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  if (ctrlKey || metaKey) {
    return key.length === 1 && EDITING_CHORDS.includes(key.toLowerCase());
  }
  return !altKey && (key.length === 1 || EDITING.has(key));
}

/** Whether a press here is meant for the canvas: the focus is there, or nowhere. */
export function isOnCanvas(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || isInText(target)) {
    return false;
  }
  return target === document.body || target.closest("[data-region=graph]") !== null;
}

function isInText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && takesText(target);
}

function takesText(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches("input:not([type=checkbox]), textarea, select");
}
