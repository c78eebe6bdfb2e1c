/** One channel of the table. Draws again only when its own cell is another object. */

import { memo } from "react";
import type { Cell, GraphChannel, Writer } from "../protocol/generated";
import { Icon } from "../ui/Icon";
import { Chip } from "../ui/Mark";
import type { OrderOf } from "../ui/useOrderOf";
import { Breakable } from "./Breakable";
import styles from "./ChannelTable.module.css";
import { Dash } from "./Dash";
import { writerName } from "./names";
import { ReaderChips } from "./ReaderChips";
import { readersOf } from "./readers";
import { useRow } from "./useTable";
import { ValueCell } from "./ValueCell";
import { type Verdict, verdictOf, versionMove } from "./verdict";
import { WriteChips } from "./WriteChips";

export interface ChannelRowProps {
  channel: GraphChannel;
  /** The row's place among all rows of the table, from 1. */
  index: number;
  orderOf: OrderOf;
  onOpen: (channel: string) => void;
}

/** The row. */
export const ChannelRow = memo(function ChannelRow({ channel, index, orderOf, onOpen }: ChannelRowProps) {
  const { name } = channel;
  const { cell, pending, due, status, nextStep } = useRow(name);
  const isRefused = cell.conflict !== null;
  const open = () => onOpen(name);
  const isTakenBack = status === "aborted" && !isRefused;
  return (
    <tr
      className={styles.row}
      aria-rowindex={index}
      data-changed={cell.changed}
      data-conflict={isRefused}
      data-available={cell.available}
      data-io={channel.io}
    >
      <th scope="row" className={styles.name}>
        <button
          type="button"
          className={styles.open}
          aria-label={name}
          title={`${name}: ${channel.type}`}
          onClick={open}
        >
          <Breakable name={name} />
        </button>
        {channel.io === "input" || channel.io === "output" ? (
          <span className={styles.io}> {channel.io}</span>
        ) : null}
      </th>
      <td className={styles.kind}>
        <Breakable name={channel.kind} />
        {channel.argument === null ? null : (
          <span className={styles.argument} title={channel.argument}>
            {channel.argument}
          </span>
        )}
      </td>
      <td className={styles.value}>
        <ValueCell name={name} kind={channel.kind} cell={cell} isRefused={isRefused} orderOf={orderOf} />
      </td>
      <VersionCell cell={cell} />
      <td>
        {pending.length > 0 ? (
          <WriteChips writes={pending} look="hollow" orderOf={orderOf} onMore={open} />
        ) : (
          <AppliedWrites
            cell={cell}
            look={isTakenBack ? "hollow" : "filled"}
            orderOf={orderOf}
            onMore={open}
          />
        )}
      </td>
      <ReturnedCell verdict={verdictOf(cell, pending.length, status)} />
      <td>
        <ReaderChips readers={readersOf(cell, due)} nextStep={nextStep} orderOf={orderOf} />
      </td>
    </tr>
  );
});

interface AppliedWritesProps {
  cell: Cell;
  look: "filled" | "hollow";
  orderOf: OrderOf;
  onMore: () => void;
}

function AppliedWrites({ cell, look, orderOf, onMore }: AppliedWritesProps) {
  if (cell.writes.length > 0) {
    return <WriteChips writes={cell.writes} look={look} orderOf={orderOf} onMore={onMore} />;
  }
  if (cell.returned !== null) {
    return <span className={styles.small}>no write</span>;
  }
  return cell.writers.length === 0 ? <Dash /> : <LastWriters writers={cell.writers} orderOf={orderOf} />;
}

const WRITERS_IN_SIGHT = 2;

/** Who wrote what the cell holds, in an earlier superstep. */
function LastWriters({ writers, orderOf }: { writers: readonly Writer[]; orderOf: OrderOf }) {
  const left = writers.length - WRITERS_IN_SIGHT;
  return (
    <span className={styles.chips} title={writers.map(writerText).join("; ")}>
      {writers.slice(0, WRITERS_IN_SIGHT).map((writer) => (
        <Chip key={writerText(writer)} order={orderOf(writer.node)} look="plain">
          <span className={styles.writer}>{writerName(writer.node)}</span>
          <span className={styles.order}>· {writer.step}</span>
        </Chip>
      ))}
      {left > 0 ? <span className={styles.more}>+{left}</span> : null}
    </span>
  );
}

function writerText({ node, step }: Writer): string {
  return `${writerName(node)} wrote it in step ${step}`;
}

function VersionCell({ cell }: { cell: Cell }) {
  const { before, now } = versionMove(cell);
  return (
    <td className={styles.version}>
      {before === null ? now : <span className={styles.from}>{before} → </span>}
      {before === null ? null : <b>{now}</b>}
    </td>
  );
}

const VERDICT_ICON = { True: "check", False: "cross", raised: "refuse" } as const;

function ReturnedCell({ verdict }: { verdict: Verdict }) {
  const { word, note } = verdict;
  if (word === "not asked") {
    return (
      <td title="update() was not called">
        <Dash />
      </td>
    );
  }
  const icon = word === "not reached" || word === "waits" ? null : VERDICT_ICON[word];
  return (
    <td>
      <span className={styles.returned} data-word={word}>
        {icon === null ? null : <Icon name={icon} size="small" />}
        {word}
      </span>
      {note === null ? null : <span className={styles.small}>{note}</span>}
    </td>
  );
}
