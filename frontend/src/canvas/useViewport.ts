/** How the window follows the drawing: fitted until a person moves it, then left where it is. */

import { useReactFlow, useStore } from "@xyflow/react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { START } from "./drawing";
import { freeSpotWithin } from "./freeSpot";
import { boundsOf, type Layout, type Point, type Rect, touches } from "./layout";
import {
  anchored,
  centred,
  contains,
  firstView,
  goalOf,
  nudged,
  roomyPart,
  type Size,
  shownPart,
  unfolded,
  type Viewport,
  welcoming,
  wholeView,
} from "./viewport";

const MOVE_MS = 160;
/** The tools lie over the lower edge. */
const TOOLS_HEIGHT = 40;
/** A new box stands so far below the one that it follows. */
const BELOW = 44;

export interface ViewportMoves {
  /** A person moved the window: it is not fitted by itself any more. */
  readonly onMoveStart: (event: unknown) => void;
  readonly fit: () => void;
  /** These boxes as large as they go, if there are any. */
  readonly fitTo: (boxes: readonly string[]) => void;
  /** Where a new box of this size goes: below that one if it is in sight, else in the middle of what is. */
  readonly spot: (size: Size, below: string | null) => Point;
  /** Bring a point of the drawing into the middle. */
  readonly centre: (point: Point) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Bring a box into sight, if it is not. */
  readonly reveal: (box: string) => void;
  /** Bring a new box into sight, with the others if they can be read so. */
  readonly welcome: (box: string) => void;
  /** Bring a box that grew into sight: from its head on, where it is too large. */
  readonly unfold: (box: string) => void;
  /** Bring these boxes into sight, and those that led to them as far as there is room. */
  readonly revealAll: (boxes: readonly string[], causes: readonly string[]) => void;
}

/** Fit a new layout, keep the middle where it was when a person moved the window, and move it on demand. */
export function useViewport(layout: Layout, graphKey: string): ViewportMoves {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const moved = useRef(false);
  const shown = useRef<Shown | null>(null);

  useEffect(() => {
    const before = shown.current;
    if (width === 0 || height === 0) {
      return;
    }
    moved.current &&= before?.graphKey === graphKey;
    shown.current = { layout, graphKey };
    if (!isEdited(before, shown.current)) {
      const window = { width, height };
      void flow.setViewport(
        !moved.current || before === null
          ? firstView(layout, above(window), START)
          : anchored(before.layout, layout, flow.getViewport(), window),
      );
    }
  }, [flow, layout, graphKey, width, height]);

  return useMemo(
    () => movesOf({ flow, layout, window: { width, height }, moved }),
    [flow, layout, width, height],
  );
}

interface Shown {
  readonly layout: Layout;
  readonly graphKey: string;
}

/** While a drawing is edited, what is looked at stays where it is. */
function isEdited(before: Shown | null, { layout, graphKey }: Shown): boolean {
  return before?.graphKey === graphKey && before.layout !== layout && layout.quality === "arranged";
}

interface Moving {
  readonly flow: ReturnType<typeof useReactFlow>;
  readonly layout: Layout;
  readonly window: Size;
  readonly moved: RefObject<boolean>;
}

function movesOf({ flow, layout, window, moved }: Moving): ViewportMoves {
  const go = (view: Viewport) => void flow.setViewport(view, { duration: motionMs() });
  const bring = (rect: Rect | null) => {
    const view = flow.getViewport();
    if (rect !== null && window.width > 0 && !contains(shownPart(view, window), rect)) {
      go(centred(rect, view, window));
    }
  };
  const to = (box: string, seen: typeof welcoming) => {
    const rect = layout.boxes.get(box);
    if (rect !== undefined && window.width > 0) {
      go(seen(rect, layout, flow.getViewport(), above(window)));
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
    fitTo: (boxes) => {
      const rects = boxes.flatMap((box) => layout.boxes.get(box) ?? []);
      if (rects.length > 0) {
        moved.current = true;
        go(wholeView(boundsOf(rects, []), above(window)));
      }
    },
    spot: (size, below) => spotIn(layout, roomyPart(flow.getViewport(), above(window)), size, below),
    centre: ({ x, y }) => {
      moved.current = true;
      void flow.setViewport(centred({ x, y, width: 0, height: 0 }, flow.getViewport(), window));
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
      if (rect !== undefined && window.width > 0) {
        go(nudged(rect, flow.getViewport(), above(window)));
      }
    },
    welcome: (box) => to(box, welcoming),
    unfold: (box) => to(box, unfolded),
    revealAll: (boxes, causes) =>
      bring(goalOf(layout, { boxes, causes }, shownPart(flow.getViewport(), window))),
  };
}

/** A place for a new box, in sight if there is one. */
function spotIn(layout: Layout, part: Rect, size: Size, below: string | null): Point {
  const box = layout.boxes.get(below ?? "");
  const goal =
    box !== undefined && touches(part, box)
      ? { x: box.x + (box.width - size.width) / 2, y: box.y + box.height + BELOW }
      : { x: part.x + (part.width - size.width) / 2, y: part.y + (part.height - size.height) / 2 };
  const boxes = [...layout.boxes.values()];
  return freeSpotWithin(part, goal, size, boxes) ?? goal;
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
