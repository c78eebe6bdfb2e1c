/** The nodes that read a channel as their trigger: who is due because of it, and which version the others saw. */

import { Chip } from "../ui/Mark";
import type { OrderOf } from "../ui/useOrderOf";
import styles from "./ChannelTable.module.css";
import { Dash } from "./Dash";
import { writerName } from "./names";
import type { Reader } from "./readers";

export interface ReaderChipsProps {
  readers: readonly Reader[];
  nextStep: number | null;
  orderOf: OrderOf;
}

/** Two readers, and how many others there are. */
export function ReaderChips({ readers, nextStep, orderOf }: ReaderChipsProps) {
  const [first, second, ...others] = readers;
  if (first === undefined) {
    return <Dash />;
  }
  return (
    <span className={styles.chips}>
      <ReaderChip reader={first} orderOf={orderOf} />
      {first.kind === "due" && nextStep !== null && second === undefined ? (
        <span className={styles.small}>due in step {nextStep}</span>
      ) : null}
      {second === undefined ? null : (
        <span className={styles.pair}>
          <ReaderChip reader={second} orderOf={orderOf} />
          {others.length > 0 ? (
            <span className={styles.more} title={others.map(readerText).join("; ")}>
              +{others.length}
            </span>
          ) : null}
        </span>
      )}
    </span>
  );
}

function ReaderChip({ reader, orderOf }: { reader: Reader; orderOf: OrderOf }) {
  const look = reader.kind === "due" ? "hollow" : "filled";
  return (
    <Chip order={orderOf(reader.node)} look={look} title={readerText(reader)}>
      <span className={styles.writer}>{writerName(reader.node)}</span>
      {reader.kind === "saw" ? <span className={styles.order}>{reader.version}</span> : null}
    </Chip>
  );
}

function readerText({ node, kind, version }: Reader): string {
  return kind === "due"
    ? `${node} has not seen version ${version}: it is due`
    : `${node} saw version ${version}`;
}
