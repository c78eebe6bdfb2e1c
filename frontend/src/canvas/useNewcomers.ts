/** A node that a person just made is shown, gets the focus, and stays where it was put. */

import { type RefObject, useEffect, useRef } from "react";
import { type Ui, ui } from "../store/ui";
import { usePage, useUi } from "../store/useStore";
import { arrange } from "./acts";
import type { CanvasFocus } from "./canvasFocus";
import type { Open } from "./open";
import type { Pictured } from "./pictured";
import { renaming } from "./renaming";
import { useHeirs } from "./useHeirs";
import type { KeptLayout } from "./useLayout";
import { useOpen } from "./useOpen";
import type { ViewportMoves } from "./useViewport";

export interface Newcomers {
  readonly picture: Pictured;
  readonly kept: KeptLayout;
  readonly moves: ViewportMoves;
  readonly focus: CanvasFocus;
  /** The name that is expected where a person pointed. */
  readonly pointed: RefObject<string | null>;
}

const selectedIn = ({ selectedNode }: Ui) => selectedNode;
/** A box that is written in keeps the focus. */
const isAskingIn = ({ task, renaming }: Open) => task !== null || renaming !== null;

export function useNewcomers({ picture, kept, moves, focus, pointed }: Newcomers): void {
  const page = usePage();
  const selected = useUi(selectedIn);
  const isAsking = useOpen(isAskingIn);
  const before = useRef<{ picture: Pictured; come: ReadonlySet<string> }>({ picture, come: new Set() });
  useEffect(() => {
    const last = before.current;
    if (last.picture !== picture) {
      const isSame = last.picture.id === picture.id;
      const come = isSame ? [...last.come, ...newcomersIn(last.picture, picture)] : [];
      before.current = { picture, come: new Set(come) };
    }
    const { come } = before.current;
    if (selected !== null && !isAsking && come.has(selected)) {
      before.current = { picture, come: new Set() };
      moves.welcome(selected);
      focusUnlessWriting(focus, selected);
    }
  }, [picture, selected, isAsking, moves, focus]);

  useHeirs(picture, focus);

  useEffect(() => {
    const name = pointed.current;
    const box = name === null ? undefined : kept.layout.boxes.get(name);
    if (name !== null && box !== undefined && picture.nodes.some((node) => node.name === name)) {
      pointed.current = null;
      arrange(page, picture.name, new Map([[name, { x: box.x, y: box.y }]]));
    }
  }, [page, picture, kept, pointed]);
}

/** A selected node under another name is none: that is where it was, and so is who looks at it. */
function newcomersIn(before: Pictured, after: Pictured): readonly string[] {
  const renamed = renaming(before.nodes, after.nodes);
  if (renamed !== null && ui.getState().selectedNodes.includes(renamed.from)) {
    return [];
  }
  const known = new Set(before.nodes.map(({ name }) => name));
  return after.nodes.map(({ name }) => name).filter((name) => !known.has(name));
}

/** A node that came from another window may be selected by a click into its code: there the keys go on. */
function focusUnlessWriting(focus: CanvasFocus, name: string): void {
  const at = document.activeElement;
  const isText = at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
  if (!isText) {
    focus.focus(name);
  }
}
