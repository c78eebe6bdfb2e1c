/** The sign of a card that holds a graph, which opens it in place; on a frame, what closes it. */

import { useCallback } from "react";
import { titleOf } from "../../store/innerPath";
import { toggleInside } from "../../store/insideActs";
import type { PageState } from "../../store/state";
import { usePage, useRootPart } from "../../store/useStore";
import { warmInside } from "../elkWorker";
import { Sign } from "../Sign";
import styles from "./Frame.module.css";

export interface InsideButtonProps {
  id: string;
  holds: "closed" | "open";
  tabIndex: 0 | -1;
}

/** The button. Keys do the same from the card. */
export function InsideButton({ id, holds, tabIndex }: InsideButtonProps) {
  const page = usePage();
  const isOpen = holds === "open";
  const isCalled = useRootPart(useCallback((state: PageState) => isCalledIn(state, id), [id]));
  const which = isCalled ? "the graph that its function calls" : "the graph inside";
  return (
    <button
      type="button"
      className={styles.inside}
      data-inside-of={id}
      aria-label={`${isOpen ? "Close" : "Open"} ${titleOf(id)}`}
      aria-expanded={isOpen}
      title={isOpen ? `Close ${which} (O)` : `Open ${which}, in place (O)`}
      tabIndex={tabIndex}
      onPointerEnter={warmInside}
      onFocus={warmInside}
      onClick={() => toggleInside(page, id)}
    >
      <Sign name={isOpen ? "fold" : "inside"} />
    </button>
  );
}

/** Whether the node's function calls the graph, rather than being it. */
function isCalledIn({ shown, live }: PageState, id: string): boolean {
  const graph = shown.snapshot.graph ?? live.graph;
  return graph?.inner.find(({ path }) => path === id)?.called === true;
}
