/** How a toolbar lies at its box, so that it can be read and stays in the window. */

import { type ReactFlowState, useStore } from "@xyflow/react";
import type { Point } from "./layout";
import type { ToolbarFit } from "./Toolbar";
import type { Viewport } from "./viewport";

/** Tools keep their size when the drawing gets small, up to this. */
const LARGEST = 3;
const WIDTH = 232;
const HEIGHT = 46;

const transformIn = ({ transform }: ReactFlowState) => transform;
const widthIn = ({ width }: ReactFlowState) => width;

/** `at` is where the box stands in the drawing. */
export function useToolbarFit(at: Point): ToolbarFit {
  const [x, y, zoom] = useStore(transformIn);
  const width = useStore(widthIn);
  return fitOf(at, { x, y, zoom }, width);
}

/** Shifted to the left at the window's right edge, below the box at its upper one. */
function fitOf(at: Point, { x, y, zoom }: Viewport, width: number): ToolbarFit {
  const scale = Math.min(LARGEST, Math.max(1, 1 / zoom));
  const over = Math.max(0, at.x * zoom + x + WIDTH * scale * zoom - width);
  return { scale, shift: -over / zoom, side: at.y * zoom + y < HEIGHT ? "below" : "above" };
}
