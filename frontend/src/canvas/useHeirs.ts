/** A node that is renamed stays selected, also when that was typed, taken back, or done in another window. */

import { useEffect, useRef } from "react";
import { choose, ui } from "../store/ui";
import type { CanvasFocus } from "./canvasFocus";
import type { Pictured } from "./pictured";
import { renaming } from "./renaming";

export function useHeirs(picture: Pictured, focus: CanvasFocus): void {
  const before = useRef(picture);
  useEffect(() => {
    const last = before.current;
    before.current = picture;
    const renamed = last.id === picture.id ? renaming(last.nodes, picture.nodes) : null;
    if (renamed === null) {
      return;
    }
    const { from, to } = renamed;
    const { selectedNodes } = ui.getState();
    if (selectedNodes.includes(from)) {
      choose({ selectedNodes: selectedNodes.map((name) => (name === from ? to : name)) });
    }
    if (focusedBox() === from) {
      focus.focus(to);
    }
  }, [picture, focus]);
}

/** The box that has the focus: its card, its tools, or the box its name is written in. */
function focusedBox(): string | undefined {
  return document.activeElement?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
}
