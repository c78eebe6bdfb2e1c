/** How the window follows the drawing: fitted until a person moves it, then left where it is. */

import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import { START } from "./drawing";
import type { Layout, Rect } from "./layout";
import {
  anchored,
  centred,
  contains,
  firstView,
  goalOf,
  type Size,
  shownPart,
  type Viewport,
  wholeView,
} from "./viewport";

const MOVE_MS = 160;
/** The tools lie over the lower edge. */
const TOOLS_HEIGHT = 40;

export interface ViewportMoves {
  /** A person moved the window: it is not fitted by itself any more. */
  readonly onMoveStart: (event: unknown) => void;
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Bring a box into sight, if it is not. */
  readonly reveal: (box: string) => void;
  /** Bring these boxes into sight, and those that led to them as far as there is room. */
  readonly revealAll: (boxes: readonly string[], causes: readonly string[]) => void;
}

/** Fit a new layout, keep the middle where it was when a person moved the window, and move it on demand. */
export function useViewport(layout: Layout, graphKey: string): ViewportMoves {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const moved = useRef(false);
  const shown = useRef<{ layout: Layout; graphKey: string } | null>(null);

  useEffect(() => {
    const window = { width, height };
    const before = shown.current;
    if (width === 0 || height === 0) {
      return;
    }
    if (before === null || before.graphKey !== graphKey) {
      moved.current = false;
    }
    const view =
      !moved.current || before === null
        ? firstView(layout, above(window), START)
        : anchored(before.layout, layout, flow.getViewport(), window);
    shown.current = { layout, graphKey };
    void flow.setViewport(view);
  }, [flow, layout, graphKey, width, height]);

  return useMemo(() => {
    const window = { width, height };
    const go = (view: Viewport) => void flow.setViewport(view, { duration: motionMs() });
    const bring = (rect: Rect | null) => {
      const view = flow.getViewport();
      if (rect !== null && width > 0 && !contains(shownPart(view, window), rect)) {
        go(centred(rect, view, window));
      }
    };
    return {
      onMoveStart: (event) => {
        moved.current ||= event !== null;
      },
      fit: () => {
        moved.current = false;
        go(wholeView(layout.bounds, above(window)));
      },
      zoomIn: () => {
        moved.current = true;
        void flow.zoomIn({ duration: motionMs() });
      },
      zoomOut: () => {
        moved.current = true;
        void flow.zoomOut({ duration: motionMs() });
      },
      reveal: (box) => bring(layout.boxes.get(box) ?? null),
      revealAll: (boxes, causes) =>
        bring(goalOf(layout, { boxes, causes }, shownPart(flow.getViewport(), window))),
    };
  }, [flow, layout, width, height]);
}

/** The part of the window that the tools leave free. */
function above({ width, height }: Size): Size {
  return { width, height: Math.max(1, height - TOOLS_HEIGHT) };
}

/** No motion when the page or the system asks for none. */
function motionMs(): number {
  const isOff =
    document.documentElement.dataset.motion === "off" ||
    window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isOff ? 0 : MOVE_MS;
}
