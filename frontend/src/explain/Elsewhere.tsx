/** Where a graph inside did what is no part of the shown superstep, and the way there. */

import { useCallback } from "react";
import { own } from "../base/record";
import type { StepEntry } from "../protocol/generated";
import { pathsTo } from "../store/innerPath";
import type { PageState } from "../store/state";
import { useGraphPath, usePage, useRootPart } from "../store/useStore";
import { Button } from "../ui/Button";
import styles from "./ExplainPanel.module.css";

/** A sentence and a button; nothing while the root is explained. */
export function Elsewhere() {
  const page = usePage();
  const path = useGraphPath();
  const entry = useRootPart(useCallback((state: PageState) => stepOf(state, path), [path]));
  return entry === null ? null : (
    <div className={styles.section}>
      <p className={styles.say}>Its node ran in an earlier superstep of the graph, where this is told.</p>
      <Button onClick={() => void page.moveTo(entry.key)}>Show step {entry.step}</Button>
    </div>
  );
}

/** The superstep of the root in which the node that leads to the graph ran last. */
function stepOf({ shown, steps }: PageState, path: string): StepEntry | null {
  const [node] = pathsTo(path);
  const step = node === undefined ? null : (own(shown.snapshot.nodes, node)?.step ?? null);
  const isIt = (entry: StepEntry) => entry.step === step && entry.nodes.includes(node ?? "");
  return steps.findLast((entry) => isIt(entry) && entry.key !== shown.entry?.key) ?? null;
}
