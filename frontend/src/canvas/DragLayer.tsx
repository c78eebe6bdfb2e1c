/** What is drawn while the pointer drags: the line to be, with what it would do, and the rubber band. */

import { useSyncExternalStore } from "react";
import { nodeTitle } from "../base/nodeTitle";
import { bandRect, type Drag, type DragState } from "./drag";
import styles from "./EdgeLayer.module.css";
import type { Layout, Point } from "./layout";
import { HEAD_PATH } from "./paths";

/** The layer, in the drawing's own units. */
export function DragLayer({ drag, layout }: { drag: DragState; layout: Layout }) {
  const now = useSyncExternalStore(
    (changed) => drag.watch((value) => value, changed),
    () => drag.get(),
  );
  if (now === null || now.kind === "move") {
    return null;
  }
  return (
    <svg className={styles.layer} role="presentation" data-drag={now.kind}>
      {now.kind === "band" ? <Band from={now.from} to={now.to} /> : <Line drag={now} layout={layout} />}
    </svg>
  );
}

function Band({ from, to }: { from: Point; to: Point }) {
  return <rect className={styles.band} {...bandRect(from, to)} />;
}

function Line({ drag, layout }: { drag: Extract<Drag, { kind: "connect" }>; layout: Layout }) {
  const { from, to, source, target, refusal } = drag;
  const box = target === null ? undefined : layout.boxes.get(target);
  const isRefused = refusal !== null && (target !== null || drag.edge !== null);
  const end = box === undefined || isRefused ? to : { x: box.x + box.width / 2, y: box.y };
  const bend = Math.max(24, Math.abs(end.y - from.y) / 2);
  return (
    <g data-refused={isRefused}>
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
      <path className={styles.beingHead} d={HEAD_PATH} transform={`translate(${end.x} ${end.y})`} />
      <Words
        at={{ x: to.x + 14, y: to.y + 18 }}
        first={wordsOf(source, target)}
        second={isRefused ? refusal : null}
      />
    </g>
  );
}

function wordsOf(source: string, target: string | null): string {
  return `${nodeTitle(source)} → ${target === null ? "new node here" : nodeTitle(target)}`;
}

const CHARACTER = 7.3;

function Words({ at, first, second }: { at: Point; first: string; second: string | null }) {
  const width = Math.max(first.length, second?.length ?? 0) * CHARACTER + 18;
  return (
    <>
      <rect
        className={styles.wordsBox}
        x={at.x}
        y={at.y}
        width={width}
        height={second === null ? 24 : 42}
        rx="5"
      />
      <text className={styles.words} x={at.x + 9} y={at.y + 16}>
        {first}
      </text>
      {second === null ? null : (
        <text className={styles.refusal} x={at.x + 9} y={at.y + 33}>
          {second}
        </text>
      )}
    </>
  );
}
