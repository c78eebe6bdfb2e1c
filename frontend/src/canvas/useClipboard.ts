/** The system's clipboard on the canvas: the browser's own events, so that no permission has to be asked for. */

import { useEffect, useEffectEvent } from "react";
import { isInner } from "../store/innerPath";
import { ui } from "../store/ui";
import { usePage } from "../store/useStore";
import { deleteNodes, paste } from "./acts";
import { copied } from "./clip";
import type { Pictured } from "./pictured";

export function useClipboard(picture: Pictured): void {
  const page = usePage();
  const take = useEffectEvent((event: ClipboardEvent) => {
    const names = ui.getState().selectedNodes.filter((name) => !isInner(name));
    if (event.clipboardData === null || !isMeant() || names.length === 0) {
      return;
    }
    event.preventDefault();
    event.clipboardData.setData("text/plain", copied(picture, page.state.get().document?.text ?? "", names));
    if (event.type === "cut") {
      deleteNodes(page, picture, names);
    }
  });
  const put = useEffectEvent((event: ClipboardEvent) => {
    if (event.clipboardData === null || !isMeant()) {
      return;
    }
    event.preventDefault();
    if (picture.blocked === null) {
      paste(page, event.clipboardData.getData("text/plain"));
    } else {
      page.refuse(picture.blocked);
    }
  });
  useEffect(() => {
    document.addEventListener("copy", take);
    document.addEventListener("cut", take);
    document.addEventListener("paste", put);
    return () => {
      document.removeEventListener("copy", take);
      document.removeEventListener("cut", take);
      document.removeEventListener("paste", put);
    };
  }, []);
}

/** Whether the canvas is meant: the focus is there or nowhere, no text is marked, no dialog is open. */
function isMeant(): boolean {
  const at = document.activeElement;
  const isHere = at === null || at === document.body || at.closest('[aria-label="Graph"]') !== null;
  const isText = at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
  const isMarked = document.getSelection()?.isCollapsed === false;
  return isHere && !isText && !isMarked && document.querySelector("dialog[open]") === null;
}
