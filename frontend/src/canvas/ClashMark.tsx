/** A conflict on the canvas: the channel where two writes met, and the lines from who wrote them. */

import { clashPlace } from "./clashPlace";
import styles from "./EdgeLayer.module.css";
import type { Layout, Point, Rect } from "./layout";
import { HEAD_PATH, headOf, roundedPath, underHead } from "./paths";
import { useClash } from "./useWire";

/** The mark; nothing where the shown superstep refused nothing. */
export function ClashMark({ layout }: { layout: Layout }) {
  const clash = useClash();
  if (clash === null) {
    return null;
  }
  const words = `${clash.channel}, ${clash.count} values`;
  const place = clashPlace(layout, clash.writers, words);
  return place === null ? null : (
    <g data-clash={clash.channel}>
      <title>{`The writes meet at ${clash.channel}`}</title>
      {place.lines.map((line) => (
        <ClashLine key={`${line[0]?.x} ${line[0]?.y}`} line={line} />
      ))}
      <ClashWords box={place.box} words={words} />
    </g>
  );
}

function ClashLine({ line }: { line: readonly Point[] }) {
  const head = headOf(line);
  return (
    <>
      <path className={styles.clash} d={roundedPath(underHead(line))} />
      {head === null ? null : (
        <path
          className={styles.clashHead}
          d={HEAD_PATH}
          transform={`translate(${head.tip.x} ${head.tip.y}) rotate(${head.turn})`}
        />
      )}
    </>
  );
}

function ClashWords({ box: { x, y, width, height }, words }: { box: Rect; words: string }) {
  return (
    <>
      <rect className={styles.clashBox} x={x} y={y} width={width} height={height} rx="3" />
      <path
        className={styles.clashSign}
        transform={`translate(${x + 7} ${y + 4.5}) scale(0.8)`}
        d="M5.5 1.8h5l3.7 3.7v5l-3.7 3.7h-5L1.8 10.5v-5zM8 4.8v4M8 11v.1"
      />
      <text className={styles.clashWords} x={x + 26} y={y + 15}>
        {words}
      </text>
    </>
  );
}
