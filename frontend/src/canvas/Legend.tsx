/** What the lines mean: how an edge is known by its style, what it carried by its weight. */

import styles from "./GraphCanvas.module.css";
import { usePicture } from "./usePicture";
import { useClash } from "./useWire";

const KINDS = [
  ["declared", "Written in the file"],
  ["inferred", "Read from a Literal, a Command annotation or a returned constant"],
  ["observed", "Taken in a run, and declared nowhere"],
] as const;

/** The legend. */
export function Legend() {
  const clash = useClash();
  const picture = usePicture();
  const canDraw = picture.blocked === null;
  const hasHandlers = picture.edges.some(({ kind }) => kind === "handler");
  return (
    <ul className={styles.legend} aria-label="Legend">
      {KINDS.map(([origin, title]) => (
        <li key={origin} title={title}>
          <Sample look={origin} />
          {origin}
        </li>
      ))}
      {hasHandlers ? (
        <li title="Taken when the node fails, by the node that handles its failure">
          <Sample look="handler" />
          on failure
        </li>
      ) : null}
      <li>
        <Sample look="walked" />
        {clash === null ? "carried a write" : "path to the conflict"}
      </li>
      {canDraw ? (
        <li title="The line that you drag now">
          <Sample look="drawn" />
          being drawn
        </li>
      ) : null}
    </ul>
  );
}

function Sample({ look }: { look: "declared" | "drawn" | "handler" | "inferred" | "observed" | "walked" }) {
  return (
    <svg className={styles.sample} data-look={look} viewBox="0 0 24 6" aria-hidden="true">
      <path d="M0 3H24" />
    </svg>
  );
}
