/** One node on the canvas. Its place never changes while it is stepped; what it says comes for this node alone. */

import type { Node, NodeProps } from "@xyflow/react";
import { type FocusEvent, memo, useState } from "react";
import { nodeLook } from "../ui/hues";
import { Icon } from "../ui/Icon";
import { NodeMark } from "../ui/Mark";
import extras from "./CardExtras.module.css";
import { CardMarks } from "./CardMarks";
import { CardTools } from "./CardTools";
import { type CardFace, type CardLine, describe, wordsOf } from "./cardFace";
import { fitting } from "./chips";
import styles from "./NodeCard.module.css";
import type { PicturedNode } from "./pictured";
import { useCardActions } from "./useCanvasActions";
import { useCard, useIsApplied } from "./useCard";

/** What a card knows before anything runs. */
export interface CardData extends Record<string, unknown> {
  readonly node: PicturedNode;
  readonly order: number;
  readonly breakpoint: "after" | "before" | "both" | null;
  /** The channels of the state: what a node wrote to others is drawn as edges. */
  readonly stateChannels: ReadonlySet<string>;
  /** The join that leads here, if one does. */
  readonly join: { readonly channel: string; readonly members: readonly string[] } | null;
}

/** React Flow's node for a card. */
export type CardNode = Node<CardData, "card">;

const AROUND_CHIPS = 22;
const NODE = ".react-flow__node";

/** The card. */
export const NodeCard = memo(function NodeCard(props: NodeProps<CardNode>) {
  const { data, width, positionAbsoluteX: x, positionAbsoluteY: y } = props;
  const { node, order, breakpoint } = data;
  const { face, isSelected, isDue, isRefused } = useCard(data);
  const { select, attach, isEntry } = useCardActions(node.name);
  const [hasFocus, setHasFocus] = useState(false);
  // From the card into its tools, the focus does not leave it.
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setHasFocus(currentTarget.closest(NODE)?.contains(relatedTarget) === true);
  return (
    <>
      <Breakpoints breakpoint={breakpoint} />
      <CardMarks node={node} />
      <button
        type="button"
        ref={attach}
        className={styles.card}
        tabIndex={isEntry ? 0 : -1}
        title={node.defer ? `${node.name}: deferred, runs when nothing else is due` : undefined}
        aria-description={[describe(face), node.lock?.sentence].filter(Boolean).join("; ")}
        aria-pressed={isSelected}
        data-node={node.name}
        data-status={face.status}
        data-breakpoint={breakpoint ?? undefined}
        data-hue={nodeLook(order).hue}
        data-quiet={face.isQuiet}
        data-due={isDue}
        data-refused={isRefused}
        data-selected={isSelected}
        onClick={select}
        onFocus={() => setHasFocus(true)}
        onBlur={blur}
      >
        {/* The name is the node's alone; the description tells the rest. */}
        <span className={styles.head}>
          <NodeMark order={order} />
          <span className={styles.name}>{node.name}</span>
          <span className={styles.label} aria-hidden="true">
            {node.defer && face.reason.tone !== "wait" ? <Icon name="clock" size="small" /> : null}
            <Line line={face.label} className={styles.label} />
          </span>
        </span>
        <span aria-hidden="true">
          <Line line={face.reason} className={styles.line} />
          {face.trouble === null ? (
            <Written data={data} face={face} width={(width ?? 160) - AROUND_CHIPS} />
          ) : (
            <Line line={face.trouble} className={styles.line} />
          )}
        </span>
      </button>
      <span
        className={extras.handle}
        data-connect={node.name}
        data-for={isSelected}
        aria-hidden="true"
        onClick={select}
      />
      {isSelected || hasFocus ? <CardTools node={node} at={{ x, y }} onBlur={blur} /> : null}
    </>
  );
});

function Line({ line, className }: { line: CardLine; className: string | undefined }) {
  return (
    <span className={className} data-tone={line.tone} title={wordsOf(line)}>
      <Icon name={line.icon} size="small" />
      <span>{line.text}</span>
      {line.tail === undefined ? null : <span className={styles.tail}>{line.tail}</span>}
    </span>
  );
}

interface WrittenProps {
  data: CardData;
  face: CardFace;
  width: number;
}

/** The channels of the state that the node wrote last, or where its function stands while it has not written. */
function Written({ data: { node, stateChannels }, face, width }: WrittenProps) {
  const written = face.wrote.filter((channel) => stateChannels.has(channel));
  if (written.length === 0) {
    return node.line === null ? null : (
      <span className={styles.source}>{`${node.function ?? node.name} · line ${node.line}`}</span>
    );
  }
  const { shown, more } = fitting(written, width);
  return (
    <span className={styles.chips} title={`Wrote ${written.join(", ")}`}>
      {shown.map((channel) => (
        <WrittenChip
          key={channel}
          channel={channel}
          isEarlier={face.status === "idle" || face.status === "planned"}
        />
      ))}
      {more > 0 ? <span className={styles.more}>+{more}</span> : null}
    </span>
  );
}

/** Hollow: the write changed nothing, or did not reach its channel. */
function WrittenChip({ channel, isEarlier }: { channel: string; isEarlier: boolean }) {
  const isApplied = useIsApplied(channel);
  return (
    <span
      className={styles.chip}
      data-applied={isEarlier || isApplied}
      data-when={isEarlier ? "earlier" : "now"}
    >
      {channel}
    </span>
  );
}

function Breakpoints({ breakpoint }: { breakpoint: CardData["breakpoint"] }) {
  const places =
    breakpoint === "both" ? (["before", "after"] as const) : breakpoint === null ? [] : [breakpoint];
  return places.map((when) => (
    <span
      key={when}
      className={styles.breakpoint}
      data-when={when}
      title={`The run pauses ${when} this node`}
    />
  ));
}
