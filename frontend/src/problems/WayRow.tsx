/** One way through the graph, as a row of nodes: START → fan → north. */

import { Fragment } from "react";
import { nodeTitle } from "../base/nodeTitle";
import { NodeChip } from "./chips";
import styles from "./Problems.module.css";

/** The row. */
export function WayRow({ path }: { path: readonly string[] }) {
  // A way may come by a node twice, so its place belongs to the key.
  const stops = path.map((name, index) => ({ name, key: `${index} ${name}` }));
  return (
    <li className={styles.way}>
      {stops.map(({ name, key }, index) => (
        <Fragment key={key}>
          {index === 0 ? null : <span className={styles.arrow}>→</span>}
          {name === "__start__" || name === "__end__" ? (
            <span className={styles.end}>{nodeTitle(name)}</span>
          ) : (
            <NodeChip name={name} />
          )}
        </Fragment>
      ))}
    </li>
  );
}
