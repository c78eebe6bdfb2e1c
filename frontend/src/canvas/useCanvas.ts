/** What a person does on the canvas: choose nodes by pointer, key or list, move them, and move the window. */

import { useReactFlow } from "@xyflow/react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isInner, nameOfId, pathOfId } from "../store/innerPath";
import { nodeIdAt } from "../store/nodeAt";
import { documentKeyIn, openGraph } from "../store/opened";
import { choose as chooseInUi, ui } from "../store/ui";
import { usePage } from "../store/useStore";
import { arrange, selectNodes } from "./acts";
import type { Arranger, Places } from "./arranger";
import { type CanvasFocus, canvasFocus } from "./canvasFocus";
import { GRID, movedBy } from "./drag";
import { startsOf } from "./dragging";
import { START } from "./drawing";
import { allFrames } from "./inside/framed";
import { nextCard } from "./inside/moving";
import { useFollowInside } from "./inside/useFollowInside";
import { useNewFrames } from "./inside/useNewFrames";
import type { Layout } from "./layout";
import { DIRECTION_OF_KEY, type Direction } from "./neighbours";
import { selectWire } from "./open";
import type { Pictured } from "./pictured";
import { useAsks } from "./useAsks";
import type { CanvasActions } from "./useCanvasActions";
import { useClipboard } from "./useClipboard";
import type { Drawn } from "./useDrawn";
import type { Expect } from "./useExpect";
import { useNewcomers } from "./useNewcomers";
import { useViewport, type ViewportMoves } from "./useViewport";
import { boxAt } from "./viewport";

export interface Canvas {
  readonly actions: CanvasActions;
  readonly moves: ViewportMoves;
  /** Select a node from the list and bring it into sight. */
  readonly choose: (node: string) => void;
  readonly pressKey: (event: KeyboardEvent) => void;
  /** A click beside all cards; in the overview it may have hit one. */
  readonly pressPane: (event: MouseEvent) => void;
  /** What gets the focus by keys is brought into sight. */
  readonly takeFocus: (event: FocusEvent) => void;
  readonly expect: Expect;
  /** The element that has the keys when no card has. */
  readonly ground: RefObject<HTMLDivElement | null>;
}

const HELP_PIXELS = 4;
const USUAL_CARD = { width: 160, height: 60 };
const STEPS: Readonly<Record<Direction, { x: number; y: number }>> = {
  down: { x: 0, y: GRID },
  left: { x: -GRID, y: 0 },
  right: { x: GRID, y: 0 },
  up: { x: 0, y: -GRID },
};

/** The canvas of one picture. */
export function useCanvas(drawn: Drawn): Canvas {
  const page = usePage();
  const flow = useReactFlow();
  const ground = useRef<HTMLDivElement>(null);
  const [focus] = useState(() => canvasFocus(() => ground.current?.focus({ preventScroll: true })));
  const { picture, layout, kept } = drawn;
  const { arranger } = kept;
  const moves = useViewport(layout, picture.id);
  const actions = useActions(focus);
  const pointed = useRef<string | null>(null);
  useEntry(focus, drawn);
  useFollowInside();
  useNewFrames(drawn.frames, moves);
  useAsks(picture);
  useClipboard(picture);
  useNewcomers({ picture, kept, moves, focus, pointed });

  const show = (node: string | null) => {
    if (node !== null) {
      moves.reveal(node);
      focus.focus(node);
    }
  };
  const push = (direction: Direction, from: string) => {
    const places = pushed(kept.layout, direction, from);
    arranger.put(picture.id, places);
    kept.changed();
    if (picture.revision !== null) {
      arrange(page, picture.name, places);
    }
  };
  const expect = useExpecting(arranger, moves, pointed);
  return {
    actions,
    moves,
    ground,
    expect,
    choose: (node) => {
      selectNodes(node === START ? [] : [node]);
      // A node of a graph inside is shown as soon as that is open.
      openGraph(documentKeyIn(page.state.get()), pathOfId(node));
      show(node);
    },
    pressKey: (event) => pressArrow(event, { push, go: (from, way) => show(nextCard(drawn, from, way)) }),
    takeFocus: ({ target }) => {
      const box = focusedByKeys(target);
      if (box !== null) {
        moves.reveal(box);
      }
    },
    pressPane: ({ clientX: x, clientY: y }) => {
      const box = boxAt(layout, flow.screenToFlowPosition({ x, y }), HELP_PIXELS / flow.getZoom());
      selectNodes(picture.nodes.flatMap(({ name }) => (name === box ? [name] : [])));
    },
  };
}

/** Tells the arranger where the next node should stand; what was pointed at is kept beside the file later. */
function useExpecting(arranger: Arranger, moves: ViewportMoves, pointed: RefObject<string | null>): Expect {
  return useCallback<Expect>(
    (name, at) => {
      pointed.current = at === null ? null : name;
      const { width, height } = USUAL_CARD;
      const pointedAt = at === null ? null : { x: at.x - width / 2, y: at.y - height / 2 };
      arranger.expect(name, pointedAt ?? moves.spot(USUAL_CARD, ui.getState().selectedNode));
    },
    [arranger, moves, pointed],
  );
}

interface Arrows {
  readonly go: (from: string, direction: Direction) => void;
  /** A box is moved by a step; what is inside a frame stays where it is. */
  readonly push: (direction: Direction, from: string) => void;
}

function pressArrow(event: KeyboardEvent, { go, push }: Arrows): void {
  const direction = DIRECTION_OF_KEY[event.key];
  const from = nodeIdAt(event.target);
  if (letsGo(event) || direction === undefined || from === null) {
    return;
  }
  event.preventDefault();
  if (!event.altKey) {
    go(from, direction);
  } else if (!isInner(from)) {
    push(direction, from);
  }
}

/** Escape selects nothing, unless it is meant for a box that is written in. Tools that vanish give the keys to the canvas. */
function letsGo({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (key !== "Escape" || !(target instanceof HTMLElement) || target.matches("input")) {
    return false;
  }
  selectNodes([]);
  if (target.closest("[data-toolbar]") !== null && currentTarget instanceof HTMLElement) {
    currentTarget.focus({ preventScroll: true });
  }
  return true;
}

/** The box of a card or a handle that got the focus by a key; a press shows where it was by itself. */
function focusedByKeys(target: EventTarget): string | null {
  if (!(target instanceof HTMLElement && target.matches(":focus-visible"))) {
    return null;
  }
  return nodeIdAt(target) ?? target.dataset.connect ?? null;
}

/** Where a box, and those selected with it, stand one step further. */
function pushed(layout: Layout, direction: Direction, from: string): Places {
  const { selectedNodes } = ui.getState();
  return movedBy(startsOf(layout, selectedNodes.includes(from) ? selectedNodes : [from]), STEPS[direction]);
}

/** One card is in the order of tabs; when it went, the first one is. */
function useEntry(focus: CanvasFocus, { picture, frames }: Drawn): void {
  useEffect(() => {
    const entry = focus.entry.get();
    if (entry === null || !hasCard(entry, picture, frames)) {
      focus.entry.set(picture.nodes[0]?.name ?? null);
    }
  }, [focus, picture, frames]);
}

function hasCard(id: string, picture: Pictured, frames: Drawn["frames"]): boolean {
  const around = allFrames(frames).find(({ path }) => path === pathOfId(id))?.picture ?? picture;
  return around.nodes.some(({ name }) => name === nameOfId(id));
}

function useActions(focus: CanvasFocus): CanvasActions {
  return useMemo(
    () => ({
      entry: focus.entry,
      select: (node, more) => {
        focus.entry.set(node);
        selectWire(null);
        // Several are selected to be drawn on together: that is for the root's nodes.
        const { selectedNodes } = ui.getState();
        const canBeMore = more && ![node, ...selectedNodes].some(isInner);
        chooseInUi({ selectedNodes: canBeMore ? toggled(selectedNodes, node) : [node] });
      },
      attach: (node) => (element) => (element === null ? undefined : focus.attach(node, element)),
    }),
    [focus],
  );
}

function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}
