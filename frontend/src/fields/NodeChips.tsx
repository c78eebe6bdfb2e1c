/** Nodes in their hues, each a way to the node. */

import { Fragment } from "react";
import { nodeTitle } from "../base/nodeTitle";
import { choose } from "../store/ui";
import { Chip } from "../ui/Mark";
import { useOrderOf } from "../ui/useOrderOf";
import styles from "./Fields.module.css";

export interface NodeChipsProps {
  names: readonly string[];
  /** What stands there when there are none; null for a dash. */
  else: string | null;
}

const IN_SIGHT = 4;

/** The chips; the others are named in the title of their number. */
export function NodeChips({ names, else: nobody }: NodeChipsProps) {
  const orderOf = useOrderOf();
  const left = names.slice(IN_SIGHT);
  if (names.length === 0) {
    return <span className={styles.dim}>{nobody ?? "–"}</span>;
  }
  return (
    <span className={styles.chips}>
      {names.slice(0, IN_SIGHT).map((name) => (
        <Fragment key={name}>
          <button type="button" className={styles.chip} onClick={() => choose({ selectedNode: name })}>
            <Chip order={orderOf(name)} title={`Select ${name}`}>
              {nodeTitle(name)}
            </Chip>
          </button>{" "}
        </Fragment>
      ))}
      {left.length === 0 ? null : (
        <span className={styles.dim} title={left.join(", ")}>
          +{left.length}
        </span>
      )}
    </span>
  );
}
