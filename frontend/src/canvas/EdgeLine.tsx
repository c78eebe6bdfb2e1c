/** One wire: a line along its route, its head, and the words on it. */

import { memo } from "react";
import { nodeTitle } from "../base/nodeTitle";
import type { Wire } from "./drawing";
import styles from "./EdgeLayer.module.css";
import { labelText } from "./elkGraph";
import type { Point } from "./layout";
import { HEAD_PATH, headOf, roundedPath, underHead } from "./paths";
import { useWire } from "./useWire";

export interface EdgeLineProps {
  wire: Wire;
  route: readonly Point[];
  label: Point | undefined;
}

/** The wire. Draws again only when what it carried changes. */
export const EdgeLine = memo(function EdgeLine({ wire, route, label }: EdgeLineProps) {
  const { look, hue, isTrigger } = useWire(wire);
  const head = wire.head ? headOf(route) : null;
  return (
    <g
      className={styles.edge}
      data-edge={wire.name}
      data-kind={wire.kind}
      data-origin={wire.origin}
      data-look={look}
      data-trigger={isTrigger}
      data-hue={hue ?? undefined}
    >
      <title>{titleOf(wire)}</title>
      <path className={styles.line} d={roundedPath(head === null ? route : underHead(route))} />
      {head === null ? null : (
        <path
          className={styles.head}
          d={HEAD_PATH}
          transform={`translate(${head.tip.x} ${head.tip.y}) rotate(${head.turn})`}
        />
      )}
      {label === undefined || wire.label === null ? null : (
        <text className={styles.label} x={label.x} y={label.y + 4}>
          {labelText(wire.label)}
        </text>
      )}
    </g>
  );
});

function titleOf(wire: Wire): string {
  const [source, target] = wire.name.split("->");
  const branch = wire.branch === null ? "" : ` of ${wire.branch}`;
  return `${source ?? nodeTitle(wire.source)} to ${target ?? nodeTitle(wire.target)}: ${wire.kind}${branch}, ${wire.origin}`;
}
