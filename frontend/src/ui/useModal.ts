/** Opens a `<dialog>` as a modal for as long as its component is drawn, and gives focus back when it goes. */

import { type RefObject, useLayoutEffect, useRef } from "react";

/** The ref for the dialog element. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) {
      element.showModal();
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
