/** The nodes as a list to search: for who does not see the canvas, and for graphs too large to look through. */

import { useId, useState } from "react";
import { nodeTitle } from "../base/nodeTitle";
import { pathOfId, titleOf } from "../store/innerPath";
import { GraphPath } from "../store/useStore";
import { NodeMark } from "../ui/Mark";
import { START } from "./drawing";
import styles from "./GraphCanvas.module.css";
import { type Listed, matching } from "./matching";
import { useStatus } from "./useCard";

export interface OutlineProps {
  nodes: readonly Listed[];
  selected: string | null;
  onChoose: (node: string) => void;
  onClose: () => void;
}

/** The list. Choosing a node selects it and brings it into sight. */
export function Outline({ nodes, selected, onChoose, onClose }: OutlineProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const { found, left } = matching(nodes, words);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from wherever the focus is inside.
    <div
      className={styles.outline}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          onClose();
        }
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into.
        autoFocus
        type="search"
        className={styles.search}
        aria-label="Find a node"
        aria-controls={id}
        placeholder="Name, function or words of its docstring"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && found[0] !== undefined) {
            onChoose(found[0].id);
          }
        }}
      />
      <ul id={id} className={styles.nodes} aria-label="Nodes">
        {nodeTitle(START).toLowerCase().startsWith(words.trim().toLowerCase()) ? (
          <li>
            <button type="button" className={styles.item} onClick={() => onChoose(START)}>
              {nodeTitle(START)}
            </button>
          </li>
        ) : null}
        {found.map((listed) => (
          <li key={listed.id}>
            <GraphPath value={pathOfId(listed.id)}>
              <Item listed={listed} isSelected={listed.id === selected} onChoose={onChoose} />
            </GraphPath>
          </li>
        ))}
        {left > 0 ? <li className={styles.left}>{left} more; type to find them</li> : null}
      </ul>
    </div>
  );
}

interface ItemProps {
  listed: Listed;
  isSelected: boolean;
  onChoose: (node: string) => void;
}

function Item({ listed: { id, node, order }, isSelected, onChoose }: ItemProps) {
  const status = useStatus(node.name);
  return (
    <button type="button" className={styles.item} aria-pressed={isSelected} onClick={() => onChoose(id)}>
      <NodeMark order={order} />
      {titleOf(id)}
      <small>{status}</small>
    </button>
  );
}
