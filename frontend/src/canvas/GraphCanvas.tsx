/** The graph: cards, and the edges between them, with what the shown superstep did to each; and where it is drawn. */

import "@xyflow/react/dist/base.css";
import { Background, ReactFlow, ReactFlowProvider, ViewportPortal } from "@xyflow/react";
import { useFault } from "../store/useDocument";
import { usePart } from "../store/useStore";
import { FreshFrame } from "../ui/FreshFrame";
import { NotYet } from "../ui/NotYet";
import { Region } from "../ui/Region";
import { CanvasTools } from "./CanvasTools";
import { DragLayer } from "./DragLayer";
import { EdgeLayer } from "./EdgeLayer";
import { FaultNote } from "./FaultNote";
import { FloatingTools } from "./FloatingTools";
import styles from "./GraphCanvas.module.css";
import { HeadTools } from "./HeadTools";
import { isOpenIn, shownStepIn } from "./inStore";
import { NodeCard } from "./inside/PlacedCard";
import { Legend } from "./Legend";
import { Overview } from "./Overview";
import { Pill } from "./PillNode";
import type { Pictured } from "./pictured";
import { TaskDialog } from "./tasks/TaskDialog";
import { useCanvas } from "./useCanvas";
import { CanvasContext } from "./useCanvasActions";
import { useDrawn } from "./useDrawn";
import { ExpectContext } from "./useExpect";
import { useExport } from "./useExport";
import { PictureContext } from "./usePicture";
import { usePictured } from "./usePictured";
import { useIsOverview } from "./useSight";

/** The panel. */
export function GraphCanvas() {
  const picture = usePictured();
  const fault = useFault();
  return (
    <Region name="Graph" note={<ShownWords />} actions={<HeadTools />}>
      <FaultNote />
      {picture === null ? (
        <NotYet>
          {fault === null
            ? "The graph of the file is drawn here as soon as it is compiled."
            : "The graph is drawn here as soon as the text can be read."}
        </NotYet>
      ) : (
        <ReactFlowProvider>
          <PictureContext value={picture}>
            <FreshFrame className={styles.frame}>
              {picture.note === null ? null : <p className={styles.past}>{picture.note}</p>}
              <Flow picture={picture} isStale={fault !== null && picture.revision !== null} />
            </FreshFrame>
            <Legend />
          </PictureContext>
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
/** Up to so many boxes all are in the page, also those out of sight: keys and screen readers reach each of them. */
const ALL_DRAWN = 60;
const OPTIONS = {
  nodeTypes: NODE_TYPES,
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

function Flow({ picture, isStale }: { picture: Pictured; isStale: boolean }) {
  const drawn = useDrawn(picture);
  const { drawing, layout, kept, nodes, pointer } = drawn;
  const isOverview = useIsOverview(drawing.boxes.length);
  useExport(drawn);
  const { actions, moves, choose, pressKey, pressPane, takeFocus, expect, ground } = useCanvas(drawn);
  return (
    <CanvasContext value={actions}>
      <ExpectContext value={expect}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys do the same on cards and in toolbars, which are buttons. */}
        <div
          ref={ground}
          className={styles.canvas}
          data-stale={isStale}
          tabIndex={-1}
          onKeyDown={pressKey}
          onFocus={takeFocus}
          onPointerDown={pointer.onPointerDown}
          onMouseDownCapture={pointer.onMouseDownCapture}
          onClickCapture={pointer.onClickCapture}
          onDoubleClick={pointer.onDoubleClick}
        >
          <ReactFlow
            nodes={isOverview ? NO_NODES : nodes}
            edges={NO_NODES}
            {...OPTIONS}
            onlyRenderVisibleElements={drawing.boxes.length > ALL_DRAWN}
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
          <DragLayer drag={pointer.drag} layout={layout} />
          <FloatingTools drawing={drawing} kept={kept} />
          <CanvasTools drawn={drawn} moves={moves} onChoose={choose} />
        </div>
        <TaskDialog />
      </ExpectContext>
    </CanvasContext>
  );
}
