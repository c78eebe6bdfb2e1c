/** The document beside its graph: the chosen node's lines stand out, and what is typed is the same file as is drawn. */

import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { baseName } from "../base/path";
import type { DocumentView, DrawnGraph, Problem, TaskFailed } from "../protocol/generated";
import { innerSourceIn } from "../store/innerGraphs";
import { isInner, nameOfId, pathOfId } from "../store/innerPath";
import { rootEvents } from "../store/inside";
import type { PageState } from "../store/state";
import { choose, type Ui, ui } from "../store/ui";
import { useDocumentView, useDrawnGraph, useFault } from "../store/useDocument";
import { useCodePlace } from "../store/usePlace";
import { usePart, useUi } from "../store/useStore";
import { EmptyState } from "../ui/EmptyState";
import styles from "./CodePanel.module.css";
import { Crumb } from "./Crumb";
import { troubles } from "./lines";
import { type Part, partAt, partsOf } from "./parts";

const CodeView = lazy(async () => ({ default: (await import("./CodeView")).CodeView }));

const sessionIn = ({ session }: PageState) => session?.session ?? null;
const isRejectedIn = ({ session }: PageState) => session?.state === "rejected";

/** The panel. */
export function CodePanel() {
  const session = usePart(sessionIn);
  const isRejected = usePart(isRejectedIn);
  const view = useDocumentView();
  return (
    <section className={styles.panel} aria-label="Code">
      {view === null ? (
        <EmptyState>
          {isRejected
            ? "The file cannot be read as text. What is wrong is told above."
            : "The document is read."}
        </EmptyState>
      ) : (
        // Another document is another editor: nothing that was typed in one reaches the other.
        <Document key={`${session} ${view.path}`} view={view} />
      )}
    </section>
  );
}

const selectedIn = ({ selectedNode }: Ui) => selectedNode;

function Document({ view }: { view: DocumentView }) {
  const graph = useDrawnGraph();
  const selected = useUi(selectedIn);
  const place = useCodePlace();
  const found = useTroubles();
  const { part, here, onLine } = usePlace(graph, selected);
  const lines = part?.lines ?? null;
  const marks = useMemo(() => ({ chosen: lines, troubles: found }), [lines, found]);
  return (
    <>
      <Crumb
        graph={graph}
        selected={selected}
        part={here ?? part}
        file={baseName(view.path)}
        path={view.path}
      />
      <Suspense fallback={<EmptyState>The editor is loaded.</EmptyState>}>
        <CodeView marks={marks} places={{ chosen: here === null ? part : null, place, onLine }} />
      </Suspense>
      {/* Below the text: above it, they would push the lines away from under the cursor as one types. */}
      <Notes view={view} />
    </>
  );
}

/** The selected node's piece, and the piece that the cursor is in; a click into a node's function selects the node. */
function usePlace(graph: DrawnGraph | null, selected: string | null) {
  const parts = useMemo(() => partsOf(graph), [graph]);
  const [clicked, setClicked] = useState<Part | null>(null);
  const around = useGraphAround(selected);
  const own = around === null ? parts : partsOf(around);
  const part = own.find(({ kind, name }) => kind === "node" && name === nameOfId(selected ?? "")) ?? null;
  const onLine = (line: number) => {
    const at = partAt(parts, line, ui.getState().selectedNode);
    setClicked(at);
    if (at?.kind === "node" && at.name !== ui.getState().selectedNode) {
      choose({ selectedNode: at.name });
    }
  };
  // What was clicked here counts until another node is selected elsewhere.
  const here = clicked !== null && (clicked.kind !== "node" || clicked.name === selected) ? clicked : null;
  return { part, here, onLine };
}

/** The graph of the text that a chosen node of a graph inside stands in; null for the root's nodes. */
function useGraphAround(selected: string | null): DrawnGraph | null {
  return usePart(
    useCallback(
      (state: PageState) =>
        selected !== null && isInner(selected)
          ? (innerSourceIn(state, pathOfId(selected))?.drawn ?? null)
          : null,
      [selected],
    ),
  );
}

const NONE: readonly Problem[] = [];
const eventsIn = ({ shown }: PageState) => shown.events;
const rejectedIn = ({ live }: PageState) => live.rejected?.problems ?? NONE;
/** Whether the lines that a run tells of are those of this text. */
const isSameIn = ({ live, document }: PageState) =>
  live.graph !== null && live.graph.sourceHash === document?.view.sourceHash;

/** What went wrong in the shown superstep and in the compilation, as far as it is this text's. */
function useTroubles() {
  const events = usePart(eventsIn);
  const rejected = usePart(rejectedIn);
  const isSame = usePart(isSameIn);
  return useMemo(() => {
    const failures = rootEvents(events).filter((event): event is TaskFailed => event.type === "task.failed");
    return troubles(isSame ? failures : [], rejected);
  }, [events, rejected, isSame]);
}

/** Why the text cannot be edited, or not be drawn. */
function Notes({ view }: { view: DocumentView }) {
  const fault = useFault();
  const isConflict = view.conflict !== null;
  const reason = isConflict ? "The file was changed elsewhere; the conflict has to be resolved first." : null;
  const readOnly = view.readOnly ?? reason;
  return (
    <>
      {readOnly === null ? null : (
        <p className={styles.note} data-tone="wait">
          Read-only: {readOnly}
        </p>
      )}
      {fault === null ? null : (
        <p className={styles.note} data-tone="refuse" role="status">
          {fault.sentence}
        </p>
      )}
    </>
  );
}
