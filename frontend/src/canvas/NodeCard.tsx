/** One node on the canvas. Its place never changes while it is stepped; what it says comes for this node alone. */

import type { Node } from "@xyflow/react";
import { type FocusEvent, useState } from "react";
import { idIn, ROOT, titleOf } from "../store/innerPath";
import { nodeLook } from "../ui/hues";
import { Icon } from "../ui/Icon";
import { NodeMark } from "../ui/Mark";
import extras from "./CardExtras.module.css";
import { CardMarks } from "./CardMarks";
import { CardTools } from "./CardTools";
import { type CardFace, type CardLine, describe, wordsOf } from "./cardFace";
import { fitting } from "./chips";
import frames from "./inside/Frame.module.css";
import type { Frame } from "./inside/framed";
import { InsideButton } from "./inside/InsideButton";
import { type Holds, useHolds } from "./inside/useHolds";
import type { Rect } from "./layout";
import styles from "./NodeCard.module.css";
import type { PicturedNode } from "./pictured";
import { isInFrame } from "./pointer";
import { type CardActions, useCardActions } from "./useCanvasActions";
import { type CardState, useCard, useIsApplied } from "./useCard";

/** What a card knows before anything runs. */
export interface CardData extends Record<string, unknown> {
  readonly node: PicturedNode;
  readonly order: number;
  readonly breakpoint: "after" | "before" | "both" | null;
  /** The channels of the state: what a node wrote to others is drawn as edges. */
  readonly stateChannels: ReadonlySet<string>;
  /** The join that leads here, if one does. */
  readonly join: { readonly channel: string; readonly members: readonly string[] } | null;
  /** The graph that it stands in. */
  readonly path: string;
  /** The frame that it is the head of, while the graph that it holds is open. */
  readonly frame: Frame | null;
}

/** React Flow's node for a card. */
export type CardNode = Node<CardData, "card">;

const AROUND_CHIPS = 22;
/** The room of the button that opens the graph inside. */
const BESIDE_CHIPS = 24;
const NODE = ".react-flow__node";

export interface CardProps {
  data: CardData;
  /** Where it stands in the whole drawing. */
  rect: Rect;
}

/** The card, with its signs and tools. */
export function Card({ data, rect }: CardProps) {
  const { node, breakpoint, path } = data;
  const id = idIn(path, node.name);
  const card = useCard(data);
  const holds = useHolds(id);
  const { isEntry, ...actions } = useCardActions(id);
  const [hasFocus, setHasFocus] = useState(false);
  const isOfRoot = path === ROOT;
  const tabIndex = isEntry ? 0 : -1;
  // From the card into its tools, the focus does not leave it; into the frame below it, it does.
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setHasFocus(currentTarget.closest(NODE)?.contains(relatedTarget) === true && !isInFrame(relatedTarget));
  return (
    <>
      {holds === "closed" ? <span className={frames.sheet} aria-hidden="true" /> : null}
      <Breakpoints breakpoint={breakpoint} />
      <CardMarks node={node} />
      <Face
        {...{ data, card, holds, tabIndex, blur, width: rect.width, ...actions }}
        focus={() => setHasFocus(true)}
      />
      {holds === null ? null : <InsideButton id={id} holds={holds} tabIndex={tabIndex} />}
      {isOfRoot ? (
        <span
          className={extras.handle}
          data-connect={node.name}
          data-for={card.isSelected}
          aria-hidden="true"
          onClick={actions.select}
        />
      ) : null}
      {isOfRoot && (card.isSelected || hasFocus) ? <CardTools node={node} at={rect} onBlur={blur} /> : null}
    </>
  );
}

interface FaceProps extends Omit<CardActions, "isEntry"> {
  data: CardData;
  card: CardState;
  holds: Holds;
  tabIndex: 0 | -1;
  width: number;
  focus: () => void;
  blur: (event: FocusEvent) => void;
}

/** What the card says, as the button that chooses the node. */
function Face({ data, card, holds, tabIndex, width, select, attach, focus, blur }: FaceProps) {
  const { node, order, breakpoint, path } = data;
  const { face, isSelected, isDue, isRefused } = card;
  const below = face.trouble ?? face.calls;
  const id = idIn(path, node.name);
  return (
    <button
      type="button"
      ref={attach}
      className={styles.card}
      tabIndex={tabIndex}
      title={node.defer ? `${node.name}: deferred, runs when nothing else is due` : undefined}
      aria-description={[describe(face), holdsWords(holds), node.lock?.sentence].filter(Boolean).join("; ")}
      aria-pressed={isSelected}
      data-node={titleOf(id)}
      data-id={path === ROOT ? undefined : id}
      data-holds={holds ?? undefined}
      data-status={face.status}
      data-breakpoint={breakpoint ?? undefined}
      data-hue={nodeLook(order).hue}
      data-quiet={face.isQuiet}
      data-due={isDue}
      data-refused={isRefused}
      data-selected={isSelected}
      onClick={select}
      onFocus={focus}
      onBlur={blur}
    >
      {/* The name is the node's alone; the description tells the rest. */}
      <span className={styles.head}>
        <NodeMark order={order} />
        <Name path={path} name={node.name} />
        <span className={styles.label} aria-hidden="true">
          {node.defer && face.reason.tone !== "wait" ? <Icon name="clock" size="small" /> : null}
          <Line line={face.label} className={styles.label} />
        </span>
      </span>
      <span aria-hidden="true">
        <Line line={face.reason} className={styles.line} />
        {below === null ? (
          <Written
            data={data}
            face={face}
            width={width - AROUND_CHIPS - (holds === null ? 0 : BESIDE_CHIPS)}
          />
        ) : (
          <Line line={below} className={styles.line} />
        )}
      </span>
    </button>
  );
}

/** The name with the way to it, which is heard, and seen by where the card stands. */
function Name({ path, name }: { path: string; name: string }) {
  return path === ROOT ? (
    <span className={styles.name}>{name}</span>
  ) : (
    <span className={styles.name}>
      <span className={styles.way}>{`${titleOf(path)} ›`}</span> {name}
    </span>
  );
}

function holdsWords(holds: Holds): string {
  return holds === null ? "" : `holds a graph, which is ${holds}`;
}

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
