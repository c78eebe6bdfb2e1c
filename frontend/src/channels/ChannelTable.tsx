/** The table of channels: what each holds, what reached it in the shown superstep, and what it answered. */

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { ROOT, titleOf } from "../store/innerPath";
import type { Ui } from "../store/ui";
import { useInside } from "../store/useInside";
import { GraphPath, useGraph, useGraphPath, useUi } from "../store/useStore";
import { FreshFrame } from "../ui/FreshFrame";
import { NotYet } from "../ui/NotYet";
import { Region } from "../ui/Region";
import { type OrderOf, useOrderOf } from "../ui/useOrderOf";
import { WhichGraph } from "../ui/WhichGraph";
import { ChannelDialog } from "./ChannelDialog";
import { ChannelRow } from "./ChannelRow";
import { Actions, Headline } from "./ChannelsHead";
import styles from "./ChannelTable.module.css";
import { ManagedRow } from "./ManagedRow";
import { rowKey, rowsOf, rowTops, rowWindow, type TableRow } from "./rows";
import { useChannelsView } from "./useChannelsView";
import { useView } from "./useView";

export interface ChannelTableProps {
  /** The state's fields, to be shown in place of the values; left out, there are only values. */
  fields?: ReactNode;
}

/** The panel. */
export function ChannelTable({ fields = null }: ChannelTableProps) {
  const path = useInside();
  // A graph inside is looked at: its fields are chosen where the file builds it.
  const hasFields = fields !== null && path === ROOT;
  const view = useChannelsView(hasFields);
  return (
    <GraphPath value={path}>
      <Region
        name="Channels"
        note={<Headline view={view} />}
        actions={<Actions view={view} hasFields={hasFields} />}
      >
        {path === ROOT ? null : <WhichGraph what="Channels" path={path} />}
        {view === "fields" ? fields : <Values key={path} />}
      </Region>
    </GraphPath>
  );
}

function Values() {
  const graph = useGraph();
  const path = useGraphPath();
  const internal = useUi(internalIn);
  return graph === null ? (
    <NotYet>
      {path === ROOT
        ? "The channels of the graph stand here, with every write that reaches them."
        : "The channels of this graph are known once the document is compiled."}
    </NotYet>
  ) : (
    <Rows rows={rowsOf(graph, internal)} />
  );
}

function internalIn({ internalChannels }: Ui) {
  return internalChannels;
}

const COLUMNS = ["Channel", "Kind", "Value", "Version", "Writes", "Returned", "Seen by"] as const;

const COLUMN_TITLES: Partial<Record<(typeof COLUMNS)[number], string>> = {
  Writes: "In the order in which update() got them",
  Returned: "What update() returned",
  "Seen by": "Nodes that this channel wakes, with the version they saw last",
};

function Rows({ rows }: { rows: readonly TableRow[] }) {
  const orderOf = useOrderOf();
  const path = useGraphPath();
  const [scroller, view] = useView();
  const [opened, setOpened] = useState<string | null>(null);
  const tops = useMemo(() => rowTops(rows), [rows]);
  const { first, end, before, after } = rowWindow(tops, view);
  const close = useCallback(() => setOpened(null), []);
  const channel = rows.find((row) => row.kind === "channel" && row.channel.name === opened);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section ref={scroller} className={styles.scroll} tabIndex={0} aria-label="All channels">
      {/* The room of rows that are out of sight. */}
      <FreshFrame>
        <div style={{ paddingTop: before, paddingBottom: after }}>
          <table
            className={styles.table}
            aria-label={path === ROOT ? "Channels" : `Channels of ${titleOf(path)}`}
            aria-rowcount={rows.length + 1}
          >
            <Columns />
            <tbody>
              {rows.slice(first, end).map((row, index) => (
                <Row
                  key={rowKey(row)}
                  row={row}
                  index={first + index + 2}
                  orderOf={orderOf}
                  onOpen={setOpened}
                />
              ))}
            </tbody>
          </table>
        </div>
      </FreshFrame>
      {channel?.kind === "channel" ? (
        <ChannelDialog channel={channel.channel} orderOf={orderOf} onClose={close} />
      ) : null}
    </section>
  );
}

function Columns() {
  return (
    <>
      <colgroup>
        {COLUMNS.map((name) => (
          <col key={name} className={styles[`col${name.replace(" ", "")}`]} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" title={COLUMN_TITLES[name]}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

interface RowProps {
  row: TableRow;
  index: number;
  orderOf: OrderOf;
  onOpen: (channel: string) => void;
}

function Row({ row, index, orderOf, onOpen }: RowProps) {
  switch (row.kind) {
    case "heading":
      return (
        <tr className={styles.heading} aria-rowindex={index}>
          <td colSpan={COLUMNS.length}>
            <b>{row.group}</b> {row.count}
          </td>
        </tr>
      );
    case "managed":
      return <ManagedRow managed={row.managed} index={index} />;
    case "channel":
      return <ChannelRow channel={row.channel} index={index} orderOf={orderOf} onOpen={onOpen} />;
  }
}
