/** The canvas that stands for all cards and lines while a large graph is far away. */

import type { Drawing } from "./drawing";
import styles from "./GraphCanvas.module.css";
import type { Layout } from "./layout";
import { useOverview } from "./useOverview";

/** The far view. Keys and screen readers use the list of nodes beside it. */
export function Overview({ drawing, layout }: { drawing: Drawing; layout: Layout }) {
  const canvas = useOverview(drawing, layout);
  return (
    <canvas
      ref={canvas}
      className={styles.overview}
      data-overview
      role="img"
      aria-label="The graph from afar"
    />
  );
}
