/** The pointer on the canvas: boxes are dragged, lines are drawn, a rubber band selects. Escape calls each off. */

import { useReactFlow } from "@xyflow/react";
import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Page } from "../store/page";
import { ui } from "../store/ui";
import { usePage } from "../store/useStore";
import { renameNode } from "./acts";
import { type DragState, dragState } from "./drag";
import { draggedTo, drop, type Pressed, type Scene, startsOf } from "./dragging";
import type { Point } from "./layout";
import { begin, selectWire } from "./open";
import { type Press, pressOn } from "./pointer";

export interface PointerHandlers {
  readonly drag: DragState;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onMouseDownCapture: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
}

/** So far a press may slip before it is a drag. */
const SLIP = 4;

/** The handlers of the element around the canvas. */
export function usePointer(scene: Scene): PointerHandlers {
  const page = usePage();
  const flow = useReactFlow();
  const [drag] = useState(dragState);
  const pressed = useRef<Pressed | null>(null);
  const hasDragged = useRef(false);
  const pointAt = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point =>
    flow.screenToFlowPosition({ x, y }, { snapToGrid: false });

  useWindowPointer({
    move(event) {
      const start = pressed.current;
      if (start !== null && (drag.get() !== null || isFar(event, start.screen))) {
        drag.set(draggedTo(scene, start, pointAt(event)));
      }
    },
    lift() {
      const done = drag.get();
      pressed.current = null;
      hasDragged.current = done !== null;
      drag.set(null);
      if (done !== null) {
        drop(page, scene, done);
      }
    },
    callOff() {
      const wasPressed = pressed.current !== null;
      pressed.current = null;
      drag.set(null);
      return wasPressed;
    },
  });

  return {
    drag,
    onPointerDown(event) {
      hasDragged.current = false;
      const press = pressOn(event.target);
      if (event.button === 0 && canDrag(press, event)) {
        const starts = startsOf(scene.kept.layout, press.on === "box" ? movingWith(press.name) : []);
        pressed.current = {
          press,
          screen: { x: event.clientX, y: event.clientY },
          from: pointAt(event),
          starts,
        };
      }
    },
    onMouseDownCapture: keepFromPanning,
    onClickCapture(event) {
      const wasDrag = hasDragged.current;
      hasDragged.current = false;
      if (wasDrag) {
        event.stopPropagation();
      } else {
        click(event, pressOn(event.target));
      }
    },
    onDoubleClick(event) {
      if (!(event.target instanceof Element && event.target.closest("[data-inside]"))) {
        doubleClick(page, scene, pressOn(event.target), pointAt(event));
      }
    },
  };
}

/** The library would move the window; with Shift a rubber band is drawn, and an edge's end is no place to pan from. */
function keepFromPanning(event: MouseEvent): void {
  const { on } = pressOn(event.target);
  if ((on === "pane" && event.shiftKey) || on === "head") {
    event.stopPropagation();
  }
}

/** A line is selected by a press; and keys are meant for the canvas after one that gives no card the focus. */
function click(event: MouseEvent<HTMLElement>, press: Press): void {
  if (press.on === "wire" || press.on === "head") {
    event.stopPropagation();
    selectWire(press.wire);
  }
  if (press.on === "wire" || press.on === "head" || press.on === "pane") {
    event.currentTarget.focus({ preventScroll: true });
  }
}

function doubleClick(page: Page, { picture }: Scene, press: Press, at: Point): void {
  if (press.on === "box" && picture.nodes.some(({ name }) => name === press.name)) {
    renameNode(page, picture, press.name);
  } else if (press.on === "pane" && picture.blocked !== null) {
    page.refuse(picture.blocked);
  } else if (press.on === "pane") {
    begin({ what: "add", at, after: null });
  }
}

/** A card that is selected takes all others that are with it. */
function movingWith(name: string): readonly string[] {
  const { selectedNodes } = ui.getState();
  return selectedNodes.includes(name) ? selectedNodes : [name];
}

function canDrag(press: Press, event: PointerEvent): boolean {
  return press.on === "pane" ? event.shiftKey : press.on !== "other" && press.on !== "wire";
}

function isFar(event: { clientX: number; clientY: number }, from: Point): boolean {
  return Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP;
}

interface WindowPointer {
  readonly move: (event: globalThis.PointerEvent) => void;
  readonly lift: () => void;
  /** Whether there was anything to call off. */
  readonly callOff: () => boolean;
}

/** What is dragged may leave the canvas, so the window is listened to. */
function useWindowPointer(handlers: WindowPointer): void {
  const move = useEffectEvent(handlers.move);
  const lift = useEffectEvent(handlers.lift);
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === "Escape" && handlers.callOff()) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  useEffect(() => {
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", lift);
    window.addEventListener("pointercancel", lift);
    window.addEventListener("keydown", press, true);
    return () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", lift);
      window.removeEventListener("pointercancel", lift);
      window.removeEventListener("keydown", press, true);
    };
  }, []);
}
