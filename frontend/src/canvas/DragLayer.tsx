/** What is drawn over everything while the pointer drags: the line to be, with what it would do, and the rubber band. */

import { useStore } from "@xyflow/react";
import { useSyncExternalStore } from "react";
import { nodeTitle } from "../base/nodeTitle";
import styles from "./DragLayer.module.css";
import { bandRect, type Drag, type DragState } from "./drag";
import type { Layout } from "./layout";
import { HEAD_PATH } from "./paths";

type Line = Extract<Drag, { kind: "connect" }>;

export interface DragLayerProps {
  drag: DragState;
  layout: Layout;
}

/** The layer; nothing while nothing is dragged. */
export function DragLayer({ drag, layout }: DragLayerProps) {
  const now = useSyncExternalStore(
    (changed) => drag.watch((value) => value, changed),
    () => drag.get(),
  );
  return now === null || now.kind === "move" ? null : <Dragged now={now} layout={layout} />;
}

function Dragged({ now, layout }: { now: Exclude<Drag, { kind: "move" }>; layout: Layout }) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  return (
    <div className={styles.over} data-drag={now.kind}>
      <svg className={styles.lines} aria-hidden="true">
        <g transform={`translate(${x} ${y}) scale(${zoom})`}>
          {now.kind === "band" ? (
            <rect className={styles.band} {...bandRect(now.from, now.to)} />
          ) : (
            <Being line={now} layout={layout} />
          )}
        </g>
      </svg>
      {now.kind === "connect" ? (
        <p
          className={styles.words}
          data-refused={isRefused(now)}
          style={{
            left: Math.max(0, Math.min(now.to.x * zoom + x + 14, width - WORDS_WIDTH)),
            top: now.to.y * zoom + y + 18,
          }}
        >
          <b>{`${nodeTitle(now.source)} → ${now.target === null ? "new node here" : nodeTitle(now.target)}`}</b>
          {isRefused(now) ? <span>{now.refusal}</span> : null}
        </p>
      ) : null}
    </div>
  );
}

const WORDS_WIDTH = 220;

/** Over nothing there is nothing to refuse yet, but for an edge that cannot be led elsewhere at all. */
function isRefused({ refusal, target, edge }: Line): boolean {
  return refusal !== null && (target !== null || edge !== null);
}

function Being({ line, layout }: { line: Line; layout: Layout }) {
  const { from, to, target } = line;
  const box = target === null ? undefined : layout.boxes.get(target);
  const end = box === undefined || isRefused(line) ? to : { x: box.x + box.width / 2, y: box.y };
  const bend = Math.max(24, Math.abs(end.y - from.y) / 2);
  return (
    <g data-refused={isRefused(line)}>
      {box === undefined ? null : (
        <rect
          className={styles.aim}
          x={box.x - 3}
          y={box.y - 3}
          width={box.width + 6}
          height={box.height + 6}
          rx="7"
        />
      )}
      <path
        className={styles.being}
        d={`M${from.x} ${from.y}C${from.x} ${from.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}`}
      />
      <path className={styles.head} d={HEAD_PATH} transform={`translate(${end.x} ${end.y})`} />
    </g>
  );
}
