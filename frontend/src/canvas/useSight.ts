/** What part of the drawing is in sight, for what draws only that. */

import { type ReactFlowState, useStore } from "@xyflow/react";
import type { Rect } from "./layout";
import { shownPart, tiled } from "./viewport";

/** Below this zoom one canvas stands for all cards and lines, in graphs with many of them. */
const OVERVIEW_ZOOM = 0.35;
const OVERVIEW_BOXES = 120;

/** The tiles in sight; another object only when they are others. */
export function useSight(): Rect {
  return useStore(sight, sameRect);
}

/** Whether the graph is so large, and so far away, that it is drawn as an overview. */
export function useIsOverview(boxes: number): boolean {
  const isFar = useStore(isFarAway);
  return isFar && boxes > OVERVIEW_BOXES;
}

function isFarAway({ transform: [, , zoom] }: ReactFlowState): boolean {
  return zoom < OVERVIEW_ZOOM;
}

function sight({ transform: [x, y, zoom], width, height }: ReactFlowState): Rect {
  return tiled(shownPart({ x, y, zoom }, { width, height }));
}

function sameRect(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
