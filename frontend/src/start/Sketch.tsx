/** A graph the size of a thumb: cards with the hues that their nodes will have, and the lines between them. */

import { nodeLook } from "../ui/hues";
import styles from "./ExampleList.module.css";

/** A drawing on a field of 196 by 84: cards by their middle, lines as SVG paths. */
export interface Drawing {
  readonly cards: readonly (readonly [x: number, y: number])[];
  readonly edges: readonly string[];
  /** Bars where a join waits. */
  readonly bars?: readonly string[];
  /** Where a branch starts. */
  readonly diamonds?: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 28;
const HEIGHT = 12;

/** One drawing; decoration only. */
export function Sketch({ drawing }: { drawing: Drawing }) {
  return (
    <svg className={styles.sketch} viewBox="0 0 196 84" aria-hidden="true">
      {drawing.edges.map((path) => (
        <path key={path} className={styles.edge} d={path} />
      ))}
      {drawing.bars?.map((path) => (
        <path key={path} className={styles.bar} d={path} />
      ))}
      {drawing.cards.map(([x, y], order) => (
        <g
          key={`${x},${y}`}
          data-hue={nodeLook(order).hue}
          transform={`translate(${x - WIDTH / 2} ${y - HEIGHT / 2})`}
        >
          <rect className={styles.node} width={WIDTH} height={HEIGHT} rx="2" />
          <rect className={styles.hue} width="3" height={HEIGHT} rx="1" />
        </g>
      ))}
      {drawing.diamonds?.map(([x, y]) => (
        <path key={`${x},${y}`} className={styles.diamond} d={`M${x} ${y - 4}l4 4-4 4-4-4z`} />
      ))}
    </svg>
  );
}
