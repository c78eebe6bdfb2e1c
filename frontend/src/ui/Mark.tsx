/** The signs of a node: its glyph in its hue, alone or before its name. */

import type { ReactNode } from "react";
import { type Glyph, type NodeLook, nodeLook } from "./hues";
import styles from "./Mark.module.css";

const shapes: Record<Glyph, ReactNode> = {
  circle: <circle cx="5" cy="5" r="4.2" />,
  square: <rect x="1" y="1" width="8" height="8" />,
  triangle: <path d="M5 .8 9.6 9.2H.4z" />,
  diamond: <path d="M5 0l5 5-5 5-5-5z" />,
  hexagon: <path d="M3 1h4l3 4-3 4H3L0 5z" />,
  ring: <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
};

/** A node's glyph. The element around it, or this one itself, carries `data-hue`. */
export function GlyphMark({ look }: { look: NodeLook }) {
  return (
    <svg
      className={styles.glyph}
      data-hue={look.hue}
      data-glyph={look.glyph}
      viewBox="0 0 10 10"
      aria-hidden="true"
    >
      {shapes[look.glyph]}
    </svg>
  );
}

/** A node's glyph by the node's place in the graph; -1 stands for what no node wrote. */
export function NodeMark({ order }: { order: number }) {
  return <GlyphMark look={nodeLook(order)} />;
}

export interface ChipProps {
  /** The node's place in the graph, -1 for what no node wrote. */
  order: number;
  /** Filled: applied. Hollow: kept or due. Plain: of an earlier superstep. */
  look?: "filled" | "hollow" | "plain";
  title?: string;
  children: ReactNode;
}

/** A small label that carries a node's hue: a write, a reader, a planned task. */
export function Chip({ order, look = "filled", title, children }: ChipProps) {
  const { hue } = nodeLook(order);
  return (
    <span className={styles.chip} data-hue={hue} data-look={look} title={title}>
      <NodeMark order={order} />
      <span className={styles.words}>{children}</span>
    </span>
  );
}
