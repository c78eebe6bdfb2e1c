/** What a person does on the canvas: choose a node by pointer, key or list, and move the window. */

import { useReactFlow } from "@xyflow/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useState } from "react";
import type { GraphCompiled } from "../protocol/generated";
import { choose as chooseInUi } from "../store/ui";
import { type CanvasFocus, canvasFocus } from "./canvasFocus";
import type { Drawing } from "./drawing";
import type { Layout } from "./layout";
import { DIRECTION_OF_KEY, neighbour } from "./neighbours";
import type { CanvasActions } from "./useCanvasActions";
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
}

const HELP_PIXELS = 4;

/** The canvas of one graph. */
export function useCanvas(drawing: Drawing, layout: Layout, graph: GraphCompiled): Canvas {
  const flow = useReactFlow();
  const [focus] = useState(canvasFocus);
  const moves = useViewport(layout, `${graph.document} ${graph.graph}`);
  const actions = useActions(focus);
  const first = graph.nodes[0]?.name ?? null;

  useEffect(() => {
    const entry = focus.entry.get();
    if (entry === null || !graph.nodes.some((node) => node.name === entry)) {
      focus.entry.set(first);
    }
  }, [focus, graph, first]);

  const show = (node: string) => {
    moves.reveal(node);
    focus.focus(node);
  };
  return {
    actions,
    moves,
    choose: (node) => {
      chooseInUi({ selectedNode: node });
      show(node);
    },
    pressKey: (event) => {
      const direction = DIRECTION_OF_KEY[event.key];
      const from = event.target instanceof HTMLElement ? event.target.dataset.node : undefined;
      if (direction !== undefined && from !== undefined) {
        event.preventDefault();
        const next = neighbour(drawing, layout, from, direction);
        if (next !== null) {
          show(next);
        }
      }
    },
    pressPane: (event) => {
      const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const box = boxAt(layout, point, HELP_PIXELS / flow.getZoom());
      chooseInUi({ selectedNode: graph.nodes.some((node) => node.name === box) ? box : null });
    },
  };
}

function useActions(focus: CanvasFocus): CanvasActions {
  return useMemo(
    () => ({
      entry: focus.entry,
      select: (node) => {
        focus.entry.set(node);
        chooseInUi({ selectedNode: node });
      },
      attach: (node) => (element) => (element === null ? undefined : focus.attach(node, element)),
    }),
    [focus],
  );
}
