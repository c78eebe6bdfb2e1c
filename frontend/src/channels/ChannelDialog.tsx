/** Everything about one channel at the shown moment: values whole on demand, every write, every reader. */

import type { ReactNode } from "react";
import type { Cell, ChannelWrite, GraphChannel, Preview } from "../protocol/generated";
import { holdingOf } from "../store/holding";
import { Dialog } from "../ui/Dialog";
import { Chip } from "../ui/Mark";
import type { OrderOf } from "../ui/useOrderOf";
import { ValueText } from "../ui/ValueText";
import styles from "./ChannelDialog.module.css";
import { writerName } from "./names";
import { type Reader, readersOf } from "./readers";
import { useRow } from "./useTable";
import { verdictOf, versionMove } from "./verdict";

export interface ChannelDialogProps {
  channel: GraphChannel;
  orderOf: OrderOf;
  onClose: () => void;
}

/** The dialog. It follows the cursor while it is open. */
export function ChannelDialog({ channel, orderOf, onClose }: ChannelDialogProps) {
  const { name, kind, argument, type } = channel;
  const { cell, pending, due, status } = useRow(name);
  const verdict = verdictOf(cell, pending.length, status);
  const writes = pending.length > 0 ? pending : cell.writes;
  const isHeld = pending.length > 0 || (status === "aborted" && writes.length > 0);
  return (
    <Dialog name={name} size="wide" onClose={onClose}>
      <dl className={styles.facts}>
        <Fact term="Kind">
          {[kind, argument].filter(Boolean).join(", ")} · <code>{type}</code>
        </Fact>
        <Fact term="Version">{versionWords(cell)}</Fact>
        <Fact term="Returned">{[verdict.word, verdict.note].filter(Boolean).join(", ")}</Fact>
        <ValueFacts name={name} kind={kind} cell={cell} />
        <Fact term={isHeld ? "Writes, not applied" : "Writes"}>
          <Writes writes={writes} name={name} orderOf={orderOf} />
        </Fact>
        <Fact term="Seen by">
          <Readers readers={readersOf(cell, due)} orderOf={orderOf} />
        </Fact>
      </dl>
    </Dialog>
  );
}

function versionWords(cell: Cell): string {
  const { before, now } = versionMove(cell);
  return before === null ? now : `${before} → ${now}`;
}

function ValueFacts({ name, kind, cell }: { name: string; kind: string; cell: Cell }) {
  const holding = holdingOf(kind, cell);
  return (
    <>
      <Fact term="Value">
        {holding === "nothing" ? NOTHING : <Value preview={cell.value} name={name} />}
        {holding === "stored" ? <p>Stored, and not available yet.</p> : null}
      </Fact>
      {cell.changed ? (
        <Fact term="Before">
          <Value preview={cell.previous} name={`${name}, before`} />
        </Fact>
      ) : null}
      {cell.conflict === null ? null : <Fact term="Refused">{cell.conflict.sentence}</Fact>}
    </>
  );
}

function Readers({ readers, orderOf }: { readers: readonly Reader[]; orderOf: OrderOf }) {
  if (readers.length === 0) {
    return "no node";
  }
  return readers.map((reader) => (
    <p key={reader.node}>
      <Chip order={orderOf(reader.node)}>{reader.node}</Chip>{" "}
      {reader.kind === "due" ? "is due" : `saw version ${reader.version}`}
    </p>
  ));
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const NOTHING = <em>empty</em>;

function Value({ preview, name }: { preview: Preview; name: string }) {
  return preview.kind === "missing" ? NOTHING : <ValueText preview={preview} name={name} lines="several" />;
}

interface WritesProps {
  writes: readonly ChannelWrite[];
  name: string;
  orderOf: OrderOf;
}

function Writes({ writes, name, orderOf }: WritesProps) {
  if (writes.length === 0) {
    return "none in this superstep";
  }
  return (
    <ol className={styles.writes}>
      {writes.map((write, index) => (
        <li key={`${write.task} ${write.value.ref ?? write.value.text}`}>
          <Chip order={orderOf(write.node)}>{writerName(write.node)}</Chip>
          <Value preview={write.value} name={`write ${index + 1} to ${name}`} />
        </li>
      ))}
    </ol>
  );
}
