/** Opens a `<dialog>` as a modal for as long as its component is drawn; gives focus in, and back when it goes. */

import { type RefObject, useLayoutEffect, useRef } from "react";

/** The ref for the dialog element. What is marked `data-first-focus` inside gets the focus, else the first control. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const way = wayTo(document.activeElement);
    if (element !== null && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    }
    return () => {
      element?.close();
      // The browser gives focus back on close, but not when the element leaves the page in the same moment.
      focusFirst(way);
    };
  }, []);
  return dialog;
}

/** An element, and all around it from the inside out. */
function wayTo(element: Element | null): readonly Element[] {
  const way: Element[] = [];
  for (let at = element; at !== null; at = at.parentElement) {
    way.push(at);
  }
  return way;
}

/** What had the focus may be gone, by what was done in the dialog: then what is left of where it was. */
function focusFirst(way: readonly Element[]): void {
  for (const element of way) {
    if (element instanceof HTMLElement && element.isConnected) {
      element.focus();
      if (document.activeElement === element) {
        return;
      }
    }
  }
}
