/** How the window follows the drawing: fitted until a person moves it, then left where it is. */

import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import { START } from "./drawing";
import type { Layout, Rect } from "./layout";
import { anchored, centred, firstView, shownPart, type Viewport, wholeView } from "./viewport";

const MOVE_MS = 160;

export interface ViewportMoves {
  /** A person moved the window: it is not fitted by itself any more. */
  readonly onMoveStart: (event: unknown) => void;
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Bring a box into sight, if it is not. */
  readonly reveal: (box: string) => void;
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
        ? firstView(layout, window, START)
        : anchored(before.layout, layout, flow.getViewport(), window);
    shown.current = { layout, graphKey };
    void flow.setViewport(view);
  }, [flow, layout, graphKey, width, height]);

  return useMemo(() => {
    const go = (view: Viewport) => void flow.setViewport(view, { duration: motionMs() });
    return {
      onMoveStart: (event) => {
        moved.current ||= event !== null;
      },
      fit: () => {
        moved.current = false;
        go(wholeView(layout.bounds, { width, height }));
      },
      zoomIn: () => {
        moved.current = true;
        void flow.zoomIn({ duration: motionMs() });
      },
      zoomOut: () => {
        moved.current = true;
        void flow.zoomOut({ duration: motionMs() });
      },
      reveal: (box) => {
        const rect = layout.boxes.get(box);
        const view = flow.getViewport();
        if (rect !== undefined && !contains(shownPart(view, { width, height }), rect)) {
          go(centred(rect, view, { width, height }));
        }
      },
    };
  }, [flow, layout, width, height]);
}

function contains(part: Rect, box: Rect): boolean {
  return (
    box.x >= part.x &&
    box.y >= part.y &&
    box.x + box.width <= part.x + part.width &&
    box.y + box.height <= part.y + part.height
  );
}

/** No motion when the page or the system asks for none. */
function motionMs(): number {
  const isOff =
    document.documentElement.dataset.motion === "off" ||
    window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isOff ? 0 : MOVE_MS;
}
