/** The whole drawing, small, with the part that is in sight. A press goes there. */

import { useStore } from "@xyflow/react";
import { type PointerEvent, useMemo } from "react";
import { nodeLook } from "../ui/hues";
import styles from "./GraphCanvas.module.css";
import type { Layout, Point, Rect } from "./layout";
import type { Drawn } from "./useDrawn";
import { shownPart } from "./viewport";

export interface MiniMapProps {
  drawn: Drawn;
  onGo: (point: Point) => void;
}

/** The map. Keys and screen readers use the list of nodes. */
export function MiniMap({ drawn: { drawing, layout }, onGo }: MiniMapProps) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const part = shownPart({ x, y, zoom }, { width, height });
  const { bounds } = layout;
  const shapes = useMemo(
    () =>
      shapesOf(
        drawing.nodes.map(({ name }) => name),
        layout,
      ),
    [drawing, layout],
  );
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = event.currentTarget.getScreenCTM();
    if (event.buttons === 1 && matrix !== null) {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      onGo({ x, y });
    }
  };
  return (
    <svg
      className={styles.map}
      viewBox={`${bounds.x} ${bounds.y} ${Math.max(1, bounds.width)} ${Math.max(1, bounds.height)}`}
      aria-hidden="true"
      data-map
      onPointerDown={go}
      onPointerMove={go}
    >
      {shapes.map(({ hue, d }) => (
        <path key={hue} className={styles.mapped} data-hue={hue} d={d} />
      ))}
      <rect className={styles.inSight} vectorEffect="non-scaling-stroke" {...part} />
    </svg>
  );
}

/** One path for each hue: thousands of boxes are a dozen elements. */
function shapesOf(names: readonly string[], { boxes }: Layout): readonly { hue: number; d: string }[] {
  const paths = new Map<number, string[]>();
  for (const [order, name] of names.entries()) {
    const box = boxes.get(name);
    if (box !== undefined) {
      const { hue } = nodeLook(order);
      const path = paths.get(hue) ?? [];
      path.push(rectPath(box));
      paths.set(hue, path);
    }
  }
  return [...paths].map(([hue, parts]) => ({ hue, d: parts.join("") }));
}

function rectPath({ x, y, width, height }: Rect): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
