/** The document beside its graph, read-only: the chosen node's lines stand out, and the lines that went wrong. */

import { lazy, Suspense, useMemo } from "react";
import type { GraphNode, Problem, Source, TaskFailed } from "../protocol/generated";
import type { PageState } from "../store/state";
import { choose, type Ui } from "../store/ui";
import { useCodePlace } from "../store/usePlace";
import { useGraph, usePart, useUi } from "../store/useStore";
import { EmptyState } from "../ui/EmptyState";
import { NodeMark } from "../ui/Mark";
import styles from "./CodePanel.module.css";
import { linesOf, lineWords, troubles } from "./lines";
import { useSourceText } from "./useSourceText";

const CodeView = lazy(async () => ({ default: (await import("./CodeView")).CodeView }));

/** The panel. */
export function CodePanel() {
  const reading = useSourceText();
  return (
    <section className={styles.panel} aria-label="Code">
      {reading.status === "read" ? <Document source={reading.source} /> : null}
      {reading.status === "reading" ? <EmptyState>The document is read.</EmptyState> : null}
      {reading.status === "failed" ? <EmptyState>{reading.sentence}</EmptyState> : null}
    </section>
  );
}

const selectedIn = ({ selectedNode }: Ui) => selectedNode;

function Document({ source }: { source: Source }) {
  const graph = useGraph();
  const selected = useUi(selectedIn);
  const place = useCodePlace();
  const found = useTroubles(source.problems);
  const nodes = graph?.nodes ?? NO_NODES;
  const node = nodes.find((one) => one.name === selected);
  const chosen = useMemo(() => linesOf(node), [node]);
  const marks = useMemo(() => ({ chosen, troubles: found }), [chosen, found]);
  return (
    <>
      <Crumb nodes={nodes} node={node} path={source.path} />
      <Suspense fallback={<EmptyState>The editor is loaded.</EmptyState>}>
        <CodeView text={source.text} marks={marks} place={place} />
      </Suspense>
    </>
  );
}

const NO_NODES: readonly GraphNode[] = [];
const eventsIn = ({ shown }: PageState) => shown.events;
const rejectedIn = ({ live }: PageState) => live.rejected;

/** What went wrong in the shown superstep, in the document as it was read, and in its compilation. */
function useTroubles(problems: readonly Problem[]) {
  const events = usePart(eventsIn);
  const rejected = usePart(rejectedIn);
  return useMemo(() => {
    const failures = events.filter((event): event is TaskFailed => event.type === "task.failed");
    return troubles(failures, [...problems, ...(rejected?.problems ?? [])]);
  }, [events, rejected, problems]);
}

interface CrumbProps {
  nodes: readonly GraphNode[];
  node: GraphNode | undefined;
  path: string;
}

/** Which node is shown, and a way to each other. */
function Crumb({ nodes, node, path }: CrumbProps) {
  const range = linesOf(node);
  const order = node === undefined ? -1 : nodes.indexOf(node);
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return (
    <div className={styles.crumb} title={path}>
      {order < 0 ? null : <NodeMark order={order} />}
      {nodes.length === 0 ? (
        <b>{file}</b>
      ) : (
        <select
          className={styles.go}
          aria-label="Go to node"
          value={node?.name ?? ""}
          onChange={(event) => choose({ selectedNode: event.target.value || null })}
        >
          <option value="">{file}</option>
          {nodes.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <span className={styles.lines}>{placeWords(node, range === null ? null : lineWords(range))}</span>
    </div>
  );
}

function placeWords(node: GraphNode | undefined, lines: string | null): string {
  if (node === undefined) {
    return "read-only";
  }
  return lines ?? "its function is not in this file";
}
