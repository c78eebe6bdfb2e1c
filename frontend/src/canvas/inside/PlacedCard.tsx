/** A card where it stands, or the frame that it grew into: its graph below it, drawn as the root's is, and so on inward. */

import type { NodeProps } from "@xyflow/react";
import { type MouseEvent, memo } from "react";
import { nodeTitle } from "../../base/nodeTitle";
import { isInner, titleOf } from "../../store/innerPath";
import { lookInside } from "../../store/insideActs";
import { useInside } from "../../store/useInside";
import { GraphPath } from "../../store/useStore";
import { nodeLook } from "../../ui/hues";
import type { Box } from "../drawing";
import { EdgeLayer } from "../EdgeLayer";
import { type Rect, touches } from "../layout";
import { Card, type CardData, type CardNode } from "../NodeCard";
import cards from "../NodeCard.module.css";
import { PictureContext } from "../usePicture";
import { useSight } from "../useSight";
import styles from "./Frame.module.css";
import type { Frame } from "./framed";

/** Up to so many boxes all are in the page, also those out of sight: keys and screen readers reach each of them. */
const ALL_DRAWN = 60;

/** React Flow's node for a card of the root. Its place never changes while it is stepped. */
export const NodeCard = memo(function NodeCard(props: NodeProps<CardNode>) {
  const { data, width = 160, height = 60, positionAbsoluteX: x, positionAbsoluteY: y } = props;
  return <PlacedCard card={data} rect={{ x, y, width, height }} frame={data.frame} />;
});

interface PlacedCardProps {
  card: CardData;
  rect: Rect;
  frame: Frame | null;
}

/** As its graph is opened the card stays the same element: what has the focus keeps it. */
function PlacedCard({ card, rect, frame }: PlacedCardProps) {
  return (
    <>
      {frame === null ? null : <FrameGround frame={frame} order={card.order} />}
      <div className={frame === null ? styles.whole : styles.head}>
        <Card data={card} rect={rect} />
      </div>
    </>
  );
}

/** The ground below the head. A press on it lets the panels tell of this graph. */
function FrameGround({ frame, order }: { frame: Frame; order: number }) {
  const { path, picture } = frame;
  const isLookedAt = useInside() === path;
  const press = (event: MouseEvent) => {
    event.stopPropagation();
    if (!(event.target instanceof Element && event.target.closest("button") !== null)) {
      lookInside(path);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: opening it looks inside as well, and so does choosing a card in it, which keys do.
    <fieldset
      className={styles.ground}
      aria-label={`Graph inside ${titleOf(path)}`}
      data-inside={path}
      data-box={isInner(path) ? undefined : path}
      data-looked-at={isLookedAt}
      data-hue={nodeLook(order).hue}
      onClick={press}
    >
      <GraphPath value={path}>
        <PictureContext value={picture}>
          <Content frame={frame} />
        </PictureContext>
      </GraphPath>
    </fieldset>
  );
}

function Content({ frame }: { frame: Frame }) {
  const { drawing, layout, rect } = frame;
  const sight = useSight();
  const isSeen = (box: Rect) => drawing.boxes.length <= ALL_DRAWN || touches(box, sight);
  return (
    <>
      <div className={styles.edges} style={{ transform: `translate(${-rect.x}px, ${-rect.y}px)` }}>
        <EdgeLayer drawing={drawing} layout={layout} />
      </div>
      {drawing.boxes.map((box) => {
        const at = layout.boxes.get(box.id);
        return at === undefined || !isSeen(at) ? null : (
          <Boxed key={box.id} box={box} at={at} frame={frame} />
        );
      })}
    </>
  );
}

function Boxed({ box, at, frame }: { box: Box; at: Rect; frame: Frame }) {
  const card = frame.cards.get(box.id);
  if (card === undefined && box.kind !== "pill") {
    return null;
  }
  const { x, y, width, height } = at;
  return (
    <div className={styles.box} style={{ left: x - frame.rect.x, top: y - frame.rect.y, width, height }}>
      {card === undefined ? (
        <span className={cards.pill} data-pill={nodeTitle(box.id)}>
          {nodeTitle(box.id)}
        </span>
      ) : (
        <PlacedCard card={card} rect={at} frame={frame.inner.get(box.id) ?? null} />
      )}
    </div>
  );
}
