/** All lines of the drawing in one SVG below the cards: wires in sight, bars of joins, diamonds, open ends. */

import { memo, useMemo } from "react";
import { ClashMark } from "./ClashMark";
import type { Box, Drawing } from "./drawing";
import styles from "./EdgeLayer.module.css";
import { EdgeLine } from "./EdgeLine";
import { JoinBar } from "./JoinBar";
import { DIAMOND_DROP, type Layout, type Point, type Rect, spanOf, touches } from "./layout";
import { begin } from "./open";
import { usePicture } from "./usePicture";
import { useSight } from "./useSight";

export interface EdgeLayerProps {
  drawing: Drawing;
  layout: Layout;
}

/** The layer. It draws what touches the view; each part looks after its own state. */
export const EdgeLayer = memo(function EdgeLayer({ drawing, layout }: EdgeLayerProps) {
  const sight = useSight();
  const spans = useMemo(
    () => new Map([...layout.routes].map(([id, route]) => [id, spanOf(route)])),
    [layout],
  );
  const seen = drawing.wires.filter((wire) => {
    const span = spans.get(wire.id);
    return span !== undefined && touches(span, sight);
  });
  return (
    <svg className={styles.layer} role="presentation">
      {seen.map((wire) => (
        <EdgeLine
          key={wire.id}
          wire={wire}
          route={layout.routes.get(wire.id) ?? []}
          label={layout.labels.get(wire.id)}
        />
      ))}
      <Joins drawing={drawing} layout={layout} sight={sight} />
      <Diamonds drawing={drawing} layout={layout} sight={sight} />
      {drawing.boxes.map((box) =>
        box.kind === "open" ? <OpenEnd key={box.id} box={box} layout={layout} /> : null,
      )}
      <ClashMark layout={layout} />
    </svg>
  );
});

interface PartsProps extends EdgeLayerProps {
  sight: Rect;
}

function Joins({ drawing, layout, sight }: PartsProps) {
  const bars = useMemo(() => barsWithArrivals(drawing, layout), [drawing, layout]);
  return bars.map(({ bar, rect, arrivals }) =>
    touches(rect, sight) ? <JoinBar key={bar.id} bar={bar} rect={rect} arrivals={arrivals} /> : null,
  );
}

function barsWithArrivals(drawing: Drawing, layout: Layout) {
  return [...drawing.bars.values()].flatMap((bar) => {
    const rect = layout.boxes.get(bar.id);
    const arrivals = drawing.wires.flatMap((wire) => {
      const end = wire.target === bar.id ? layout.routes.get(wire.id)?.at(-1) : undefined;
      return end === undefined ? [] : [{ member: wire.source, x: end.x }];
    });
    return rect === undefined ? [] : [{ bar, rect, arrivals }];
  });
}

function Diamonds({ drawing, layout, sight }: PartsProps) {
  return drawing.diamonds.map(({ id, source, branch }) => {
    const middle = layout.diamonds.get(id);
    const isSeen = middle !== undefined && touches({ ...middle, width: 120, height: 20 }, sight);
    return isSeen ? <DiamondMark key={id} source={source} branch={branch} middle={middle} /> : null;
  });
}

interface DiamondMarkProps {
  source: string;
  branch: string;
  middle: Point;
}

/** A press edits where the branch leads; keys do it from the list of the card's edges. */
function DiamondMark({ source, branch, middle: { x, y } }: DiamondMarkProps) {
  const picture = usePicture();
  const known = picture.branches.find((one) => one.source === source && one.name === branch);
  const lock = picture.blocked ?? known?.lock?.sentence ?? null;
  const canEdit = known !== undefined && lock === null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach it from the card's toolbar.
    <g
      className={styles.choice}
      data-branch={branch}
      data-editable={canEdit}
      onClick={canEdit ? () => begin({ what: "branch", source, branch }) : undefined}
    >
      <title>
        {[`Branch: ${branch} chooses`, lock ?? (canEdit ? "Press to edit where it leads" : null)]
          .filter(Boolean)
          .join("\n")}
      </title>
      <path className={styles.stub} d={`M${x} ${y - DIAMOND_DROP}V${y}`} />
      <path className={styles.diamond} d={`M${x} ${y - 7}l7 7-7 7-7-7z`} />
      <text className={styles.router} x={x + 12} y={y + 4}>
        {branch}
      </text>
    </g>
  );
}

/** An end that nobody knows: shown open, never as a false edge to END. */
function OpenEnd({ box, layout }: { box: Box; layout: Layout }) {
  const rect = layout.boxes.get(box.id);
  if (rect === undefined) {
    return null;
  }
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  return (
    <g>
      <title>Where this leads is not known before a run</title>
      <circle className={styles.open} cx={x} cy={y} r={rect.width / 2} />
      <text className={styles.unknown} x={x} y={y + 4}>
        ?
      </text>
    </g>
  );
}
