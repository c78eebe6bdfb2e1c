/** One wire: a line along its route, its head, and the words on it. */

import { memo, useCallback } from "react";
import { nodeTitle } from "../base/nodeTitle";
import { titleOf as pathTitle, ROOT } from "../store/innerPath";
import { useGraphPath } from "../store/useStore";
import type { Wire } from "./drawing";
import styles from "./EdgeLayer.module.css";
import { labelText } from "./elkGraph";
import type { Point } from "./layout";
import type { Open } from "./open";
import { HEAD_PATH, headOf, roundedPath, underHead } from "./paths";
import { useFoundEdge, worstOf } from "./useFound";
import { useOpen } from "./useOpen";
import { useWire } from "./useWire";

export interface EdgeLineProps {
  wire: Wire;
  route: readonly Point[];
  label: Point | undefined;
}

/** The wire. Draws again only when what it carried changes. */
export const EdgeLine = memo(function EdgeLine({ wire, route, label }: EdgeLineProps) {
  const { look, hue, isTrigger } = useWire(wire);
  const { name, isSelected } = useNamed(wire);
  const found = useFoundEdge(wire);
  const head = wire.head ? headOf(route) : null;
  return (
    <g
      className={styles.edge}
      data-edge={name}
      data-kind={wire.kind}
      data-origin={wire.origin}
      data-look={look}
      data-trigger={isTrigger}
      data-hue={hue ?? undefined}
      data-selected={isSelected || undefined}
      data-found={found.length > 0 || undefined}
    >
      <title>
        {titleOf(
          wire,
          found.map(({ sentence }) => sentence),
        )}
      </title>
      <path className={styles.hit} data-wire={wire.id} d={roundedPath(route)} />
      <path className={styles.line} d={roundedPath(head === null ? route : underHead(route))} />
      {head === null ? null : (
        <Head head={head} handle={isSelected && wire.edge !== null ? wire.id : undefined} />
      )}
      <Label wire={wire} at={label} />
      {found.length === 0 ? null : <FoundMark route={route} worst={worstOf(found)} />}
    </g>
  );
});

/** The edge's name, with the way to its graph; only the root's lines are selected, though one inside may have the same name. */
function useNamed({ id, name }: Wire): { readonly name: string; readonly isSelected: boolean } {
  const path = useGraphPath();
  const isChosen = useOpen(useCallback((open: Open) => open.wire === id, [id]));
  return path === ROOT
    ? { name, isSelected: isChosen }
    : { name: `${pathTitle(path)} › ${name}`, isSelected: false };
}

/** The head of a selected edge can be dragged elsewhere. */
function Head({
  head,
  handle,
}: {
  head: NonNullable<ReturnType<typeof headOf>>;
  handle: string | undefined;
}) {
  const { tip, turn } = head;
  return (
    <path
      className={styles.head}
      data-head={handle}
      d={HEAD_PATH}
      transform={`translate(${tip.x} ${tip.y}) rotate(${turn})`}
    />
  );
}

function Label({ wire, at }: { wire: Wire; at: Point | undefined }) {
  return at === undefined || wire.label === null ? null : (
    <text className={styles.label} x={at.x} y={at.y + 4}>
      {labelText(wire.label)}
    </text>
  );
}

/** A triangle or an octagon on the middle of the line. */
function FoundMark({ route, worst }: { route: readonly Point[]; worst: "error" | "warning" }) {
  const [one, other] = [route[Math.floor((route.length - 1) / 2)], route[Math.ceil((route.length - 1) / 2)]];
  const [x, y] = [((one?.x ?? 0) + (other?.x ?? 0)) / 2, ((one?.y ?? 0) + (other?.y ?? 0)) / 2];
  return (
    <path
      className={styles.found}
      data-mark={worst}
      transform={`translate(${x - 8} ${y - 8})`}
      d={
        worst === "error"
          ? "M5.5 1.8h5l3.7 3.7v5l-3.7 3.7h-5L1.8 10.5v-5zM8 4.8v4M8 11v.1"
          : "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.1"
      }
    />
  );
}

function titleOf(wire: Wire, found: readonly string[]): string {
  const [source, target] = wire.name.split("->");
  const branch = wire.branch === null ? "" : ` of ${wire.branch}`;
  const line = wire.edge?.line == null ? "" : `, line ${wire.edge.line}`;
  const lock = wire.edge?.lock?.sentence;
  const words = `${source ?? nodeTitle(wire.source)} to ${target ?? nodeTitle(wire.target)}: ${wire.kind}${branch}, ${wire.origin}${line}`;
  return [words, ...(lock === undefined ? [] : [lock]), ...found].join("\n");
}
