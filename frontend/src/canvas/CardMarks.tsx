/** Signs at a card's corner: it is read-only, and what the rules found in it. */

import { Icon } from "../ui/Icon";
import styles from "./CardExtras.module.css";
import type { PicturedNode } from "./pictured";
import { Sign } from "./Sign";
import { useFoundNode, worstOf } from "./useFound";

export function CardMarks({ node }: { node: PicturedNode }) {
  const found = useFoundNode(node.name);
  const worst = worstOf(found);
  return node.lock === null && found.length === 0 ? null : (
    <span className={styles.marks}>
      {node.lock === null ? null : (
        <span className={styles.mark} data-mark="lock" title={node.lock.sentence}>
          <Sign name="lock" />
        </span>
      )}
      {found.length === 0 ? null : (
        <span
          className={styles.mark}
          data-mark={worst}
          title={found.map(({ sentence }) => sentence).join("\n")}
        >
          <Icon name={worst === "error" ? "refuse" : "warning"} size="small" />
          {found.length}
        </span>
      )}
    </span>
  );
}
