/** How many problems there are, as a sign on the tab; its colour follows the weightiest. */

import styles from "./Problems.module.css";
import { useProblems } from "./useProblems";

/** The sign. Draws nothing when there are none. */
export function ProblemCount() {
  const items = useProblems();
  return items.length === 0 ? null : (
    <span className={styles.count} data-severity={items[0]?.severity}>
      {items.length}
    </span>
  );
}
