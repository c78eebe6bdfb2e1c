/** What stands in a cell that has nothing to say. */

import styles from "./ChannelTable.module.css";

/** A quiet dash. */
export function Dash() {
  return <span className={styles.dash}>–</span>;
}
