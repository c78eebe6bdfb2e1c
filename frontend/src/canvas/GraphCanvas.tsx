/** The graph: cards, and the edges between them, with what the shown superstep did to each. */

import "@xyflow/react/dist/base.css";
import { Background, ReactFlow, ReactFlowProvider, ViewportPortal } from "@xyflow/react";
import { useMemo } from "react";
import type { GraphCompiled } from "../protocol/generated";
import { useGraph, usePart } from "../store/useStore";
import { FreshFrame } from "../ui/FreshFrame";
import { NotYet } from "../ui/NotYet";
import { Region } from "../ui/Region";
import { CanvasTools } from "./CanvasTools";
import { drawingOf } from "./drawing";
import { EdgeLayer } from "./EdgeLayer";
import { flowNodesOf } from "./flowNodes";
import styles from "./GraphCanvas.module.css";
import { isOpenIn, shownStepIn } from "./inStore";
import { Legend } from "./Legend";
import { NodeCard } from "./NodeCard";
import { Overview } from "./Overview";
import { Pill } from "./PillNode";
import { useCanvas } from "./useCanvas";
import { CanvasContext } from "./useCanvasActions";
import { useLayout } from "./useLayout";
import { useObserved } from "./useObserved";
import { useIsOverview } from "./useSight";

/** The panel. */
export function GraphCanvas() {
  const graph = useGraph();
  return (
    <Region name="Graph" note={<ShownWords />}>
      {graph === null ? (
        <NotYet>The graph of the file is drawn here as soon as it is compiled.</NotYet>
      ) : (
        <ReactFlowProvider>
          <FreshFrame className={styles.frame}>
            <Flow graph={graph} />
          </FreshFrame>
          <Legend />
        </ReactFlowProvider>
      )}
    </Region>
  );
}

/** Which moment is drawn. */
function ShownWords() {
  const step = usePart(shownStepIn);
  const isOpen = usePart(isOpenIn);
  return step === null ? null : `${isOpen ? "in" : "after"} step ${step}`;
}

// Made once: React Flow mounts everything anew when these are other objects.
const NODE_TYPES = { card: NodeCard, pill: Pill };
const NO_NODES: never[] = [];
const OPTIONS = {
  nodeTypes: NODE_TYPES,
  onlyRenderVisibleElements: true,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  panOnScroll: true,
  zoomOnDoubleClick: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  minZoom: 0.02,
  maxZoom: 2,
  proOptions: { hideAttribution: true },
};

function Flow({ graph }: { graph: GraphCompiled }) {
  const observed = useObserved(graph);
  const drawing = useMemo(() => drawingOf(graph, observed), [graph, observed]);
  const layout = useLayout(drawing);
  const nodes = useMemo(() => flowNodesOf(graph, drawing, layout), [graph, drawing, layout]);
  const isOverview = useIsOverview(drawing.boxes.length);
  const { actions, moves, choose, pressKey, pressPane } = useCanvas(drawing, layout, graph);
  return (
    <CanvasContext value={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from card to card, which are buttons. */}
      <div className={styles.canvas} onKeyDown={pressKey}>
        <ReactFlow
          nodes={isOverview ? NO_NODES : nodes}
          edges={NO_NODES}
          {...OPTIONS}
          onMoveStart={moves.onMoveStart}
          onPaneClick={pressPane}
        >
          {isOverview ? (
            <Overview drawing={drawing} layout={layout} />
          ) : (
            <>
              <Background gap={16} size={1.4} color="var(--dots)" />
              <ViewportPortal>
                <EdgeLayer drawing={drawing} layout={layout} />
              </ViewportPortal>
            </>
          )}
        </ReactFlow>
        <CanvasTools graph={graph} moves={moves} onChoose={choose} />
      </div>
    </CanvasContext>
  );
}
