/** START or END on the canvas. */

import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import type { PillNode } from "./flowNodes";
import styles from "./NodeCard.module.css";

/** The pill. */
export const Pill = memo(function Pill({ data }: NodeProps<PillNode>) {
  return (
    <span className={styles.pill} data-pill={data.title}>
      {data.title}
    </span>
  );
});
