/** START or END on the canvas. */

import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { START } from "./drawing";
import type { PillNode } from "./flowNodes";
import styles from "./NodeCard.module.css";
import { StartTools } from "./StartTools";

/** The pill. */
export const Pill = memo(function Pill({
  data,
  positionAbsoluteX: x,
  positionAbsoluteY: y,
}: NodeProps<PillNode>) {
  return (
    <>
      <span className={styles.pill} data-pill={data.title} data-box={data.id}>
        {data.title}
      </span>
      {data.id === START ? <StartTools at={{ x, y }} /> : null}
    </>
  );
});
