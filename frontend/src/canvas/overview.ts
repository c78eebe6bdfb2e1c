/** The far view of a large graph: every box and line on one canvas, since so many elements cannot be moved in a frame. */

import type { NodeStatus } from "../protocol/generated";
import type { Drawing } from "./drawing";
import type { Layout, Point, Rect } from "./layout";
import type { Size, Viewport } from "./viewport";

/** Colours as the browser resolves them; hues by their number. */
export interface Palette {
  readonly line: string;
  readonly surface: string;
  readonly ink: string;
  readonly refuse: string;
  readonly wait: string;
  readonly accent: string;
  readonly hues: readonly string[];
}

/** What the overview says of a box. */
export interface BoxState {
  readonly hue: number;
  readonly status: NodeStatus;
  readonly isSelected: boolean;
}

export interface Overview {
  readonly drawing: Drawing;
  readonly layout: Layout;
  /** All lines, made once for a layout. */
  readonly lines: Path2D;
}

/** The lines of a layout as one path. */
export function linesOf(layout: Layout): Path2D {
  const path = new Path2D();
  for (const route of layout.routes.values()) {
    trace(path, route);
  }
  return path;
}

/** Draw all of it; `walked` are the lines that carried a write, with their hue. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  overview: Overview,
  { view, window, ratio }: { readonly view: Viewport; readonly window: Size; readonly ratio: number },
  palette: Palette,
  states: {
    readonly of: (box: string) => BoxState | null;
    readonly walked: readonly { readonly wire: string; readonly hue: number }[];
  },
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, window.width, window.height);
  context.setTransform(ratio * view.zoom, 0, 0, ratio * view.zoom, ratio * view.x, ratio * view.y);
  context.lineWidth = 1 / view.zoom;
  context.strokeStyle = palette.line;
  context.stroke(overview.lines);
  for (const { wire, hue } of states.walked) {
    const path = new Path2D();
    trace(path, overview.layout.routes.get(wire) ?? []);
    context.lineWidth = 2.5 / view.zoom;
    context.strokeStyle = palette.hues[hue] ?? palette.ink;
    context.stroke(path);
  }
  for (const box of overview.drawing.boxes) {
    const rect = overview.layout.boxes.get(box.id);
    if (rect !== undefined) {
      drawBox(context, rect, states.of(box.id), palette, view.zoom);
    }
  }
}

function drawBox(
  context: CanvasRenderingContext2D,
  rect: Rect,
  state: BoxState | null,
  palette: Palette,
  zoom: number,
): void {
  const { x, y, width, height } = rect;
  const hue = palette.hues[state?.hue ?? 0] ?? palette.ink;
  const isAtWork = state !== null && state.status !== "idle";
  context.fillStyle = palette.surface;
  context.fillRect(x, y, width, height);
  context.globalAlpha = isAtWork ? 1 : 0.35;
  context.fillStyle = hue;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.fillStyle = hue;
  context.fillRect(x, y, Math.max(6, 2 / zoom), height);
  const ring = ringOf(state, palette);
  if (ring !== null) {
    const by = 3 / zoom;
    context.lineWidth = 2 / zoom;
    context.strokeStyle = ring;
    context.strokeRect(x - by, y - by, width + 2 * by, height + 2 * by);
  }
}

/** Selection, refusal and waiting have a ring each; work is told by the filled box. */
function ringOf(state: BoxState | null, palette: Palette): string | null {
  if (state === null) {
    return null;
  }
  if (state.isSelected) {
    return palette.accent;
  }
  switch (state.status) {
    case "failed":
      return palette.refuse;
    case "interrupted":
      return palette.wait;
    case "planned":
    case "running":
      return palette.ink;
    default:
      return null;
  }
}

function trace(path: Path2D, route: readonly Point[]): void {
  route.forEach(({ x, y }, index) => {
    if (index === 0) {
      path.moveTo(x, y);
    } else {
      path.lineTo(x, y);
    }
  });
}

/** The page's colours now, asked of an element: tokens that depend on the theme resolve only in a real property. */
export function paletteOf(element: HTMLElement): Palette {
  const resolve = (token: string) => {
    element.style.color = `var(--${token})`;
    return getComputedStyle(element).color;
  };
  const hues = Array.from({ length: 13 }, (_, hue) => resolve(`hue-${hue}`));
  return {
    line: resolve("line-strong"),
    surface: resolve("surface"),
    ink: resolve("ink"),
    refuse: resolve("refuse"),
    wait: resolve("wait"),
    accent: resolve("accent"),
    hues,
  };
}
