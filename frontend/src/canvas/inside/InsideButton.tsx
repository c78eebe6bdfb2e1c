/** The sign of a card that holds a graph, which opens it in place; on a frame, what closes it. */

import { titleOf } from "../../store/innerPath";
import { toggleInside } from "../../store/insideActs";
import { usePage } from "../../store/useStore";
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
  return (
    <button
      type="button"
      className={styles.inside}
      data-inside-of={id}
      aria-label={`${isOpen ? "Close" : "Open"} ${titleOf(id)}`}
      aria-expanded={isOpen}
      title={isOpen ? "Close the graph inside (O)" : "Open the graph inside, in place (O)"}
      tabIndex={tabIndex}
      onClick={() => toggleInside(page, id)}
    >
      <Sign name={isOpen ? "fold" : "inside"} />
    </button>
  );
}
