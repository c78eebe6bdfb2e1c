/** The writes of a channel in the order in which it got them, each with its writer's mark. */

import type { ChannelWrite } from "../protocol/generated";
import { Chip } from "../ui/Mark";
import type { OrderOf } from "../ui/useOrderOf";
import styles from "./ChannelTable.module.css";
import { writerName } from "./names";

export interface WriteChipsProps {
  writes: readonly ChannelWrite[];
  /** Hollow: made, and taken by no update. */
  look: "filled" | "hollow";
  orderOf: OrderOf;
  onMore: () => void;
}

const IN_SIGHT = 2;

/** Two writes; the number of the others opens them all. */
export function WriteChips({ writes, look, orderOf, onMore }: WriteChipsProps) {
  const left = writes.length - IN_SIGHT;
  return (
    <span className={styles.chips}>
      {numbered(writes.slice(0, IN_SIGHT)).map(({ write, index, key }) => (
        <span key={key} className={styles.pair}>
          <Chip order={orderOf(write.node)} look={look} title={titleOf(write, index, look)}>
            <span className={styles.writer}>{writerName(write.node)}</span>
            {writes.length > 1 ? <span className={styles.order}>{index + 1}</span> : null}
            {isNothing(write) ? <span className={styles.order}>[]</span> : null}
          </Chip>
          {index === IN_SIGHT - 1 && left > 0 ? (
            <button type="button" className={styles.more} aria-label={`${left} more writes`} onClick={onMore}>
              +{left}
            </button>
          ) : null}
        </span>
      ))}
    </span>
  );
}

/** A task may write a channel twice, so its place belongs to the key. */
function numbered(writes: readonly ChannelWrite[]) {
  return writes.map((write, index) => ({ write, index, key: `${index} ${write.task}` }));
}

function titleOf(write: ChannelWrite, index: number, look: "filled" | "hollow"): string {
  const state = look === "hollow" ? "Kept, not applied" : `Write ${index + 1}`;
  return `${state}: ${writerName(write.node)} wrote ${write.value.text}`;
}

/** An empty list is a write too, and changes nothing where writes are added up. */
function isNothing({ value }: ChannelWrite): boolean {
  return value.kind === "list" && value.size === 0;
}
