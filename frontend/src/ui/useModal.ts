/** Opens a `<dialog>` as a modal for as long as its component is drawn; gives focus in, and back when it goes. */

import { type RefObject, useLayoutEffect, useRef } from "react";

/** The ref for the dialog element. What is marked `data-first-focus` inside gets the focus, else the first control. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    }
    return () => {
      element?.close();
      // The browser gives focus back on close, but not when the element leaves the page in the same moment.
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);
  return dialog;
}
