/** Which card has the focus, or will get it once it is drawn: cards out of sight are not in the page. */

import { type Observable, observable } from "../base/observable";
import { START } from "./drawing";

export interface CanvasFocus {
  /** The card that Tab goes to. */
  readonly entry: Observable<string | null>;
  /** Keep a card's element while it is drawn. */
  attach(name: string, element: HTMLElement): () => void;
  /** Focus a card now, or as soon as it is drawn. */
  focus(name: string): void;
}

/** The focus of one canvas. `lost` is called when a card left the page with the focus, and nothing else took it. */
export function canvasFocus(lost: () => void): CanvasFocus {
  const entry = observable<string | null>(null);
  const drawn = new Map<string, HTMLElement>();
  let wanted: string | null = null;
  return {
    entry,
    attach(name, element) {
      drawn.set(name, element);
      if (wanted === name) {
        wanted = null;
        element.focus({ preventScroll: true });
      }
      return () => {
        if (document.activeElement === element) {
          queueMicrotask(() => document.activeElement === document.body && lost());
        }
        if (drawn.get(name) === element) {
          drawn.delete(name);
        }
      };
    },
    focus(name) {
      // START is no card: its button is in the order of tabs by itself.
      if (name !== START) {
        entry.set(name);
      }
      const element = drawn.get(name);
      wanted = element === undefined ? name : null;
      element?.focus({ preventScroll: true });
    },
  };
}
