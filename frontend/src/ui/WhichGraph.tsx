/** Over what a panel tells of a graph inside: which graph that is, and the way back. */

import { titleOf } from "../store/innerPath";
import { lookAtRoot } from "../store/insideActs";
import { Button } from "./Button";
import styles from "./WhichGraph.module.css";

export interface WhichGraphProps {
  /** What is told of it: "Channels". */
  what: string;
  path: string;
}

/** The line, with its button. */
export function WhichGraph({ what, path }: WhichGraphProps) {
  return (
    <div className={styles.line}>
      <h3>
        {what} of <b>{titleOf(path)}</b>
      </h3>
      <Button look="quiet" onClick={lookAtRoot}>
        Back to the graph
      </Button>
    </div>
  );
}
