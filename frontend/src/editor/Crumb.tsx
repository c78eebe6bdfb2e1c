/** What is edited, and a way to each node. */

import type { DrawnGraph } from "../protocol/generated";
import { choose } from "../store/ui";
import { NodeMark } from "../ui/Mark";
import { useOrderOf } from "../ui/useOrderOf";
import styles from "./CodePanel.module.css";
import { lineWords } from "./lines";
import { type Part, partWords } from "./parts";

export interface CrumbProps {
  graph: DrawnGraph | null;
  selected: string | null;
  /** The piece that the cursor is in, or that is selected; null for the rest of the file. */
  part: Part | null;
  file: string;
  path: string;
}

/** The head of the editor. */
export function Crumb({ graph, selected, part, file, path }: CrumbProps) {
  const orderOf = useOrderOf();
  const nodes = graph?.nodes ?? [];
  const node = nodes.find(({ name }) => name === selected);
  const order = node === undefined ? -1 : orderOf(node.name);
  return (
    <div className={styles.crumb} title={path}>
      {order < 0 ? null : <NodeMark order={order} />}
      {nodes.length === 0 ? (
        <b>{file}</b>
      ) : (
        <select
          className={styles.go}
          aria-label="Go to node"
          value={node?.name ?? ""}
          onChange={(event) => choose({ selectedNode: event.target.value || null })}
        >
          <option value="">{file}</option>
          {nodes.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {part === null ? null : <span className={styles.part}>{partWords(part)}</span>}
      <span className={styles.lines}>{placeWords(part, node !== undefined)}</span>
    </div>
  );
}

function placeWords(part: Part | null, isNode: boolean): string {
  if (part !== null) {
    return lineWords(part.lines);
  }
  return isNode ? "its function is not in this file" : "";
}
