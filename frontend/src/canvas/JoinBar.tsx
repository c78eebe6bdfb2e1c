/** The bar of a join: one part for each member, so that "1 of 2" is seen before it is read. */

import { memo } from "react";
import { nodeLook } from "../ui/hues";
import { useOrderOf } from "../ui/useOrderOf";
import type { Bar } from "./drawing";
import styles from "./EdgeLayer.module.css";
import type { Rect } from "./layout";
import { type BarPart, barParts } from "./paths";
import { useJoin } from "./useWire";

export interface JoinBarProps {
  bar: Bar;
  rect: Rect;
  /** Where each member's wire arrives. */
  arrivals: readonly { readonly member: string; readonly x: number }[];
}

/** The bar. */
export const JoinBar = memo(function JoinBar({ bar, rect, arrivals }: JoinBarProps) {
  const { arrived, missing } = useJoin(bar);
  const orderOf = useOrderOf();
  const isBegun = arrived.length > 0;
  return (
    <g data-join={bar.id}>
      <title>{`${bar.target} waits for ${bar.members.join(" and ")}: ${arrived.length} of ${bar.members.length} arrived`}</title>
      {barParts(rect, arrivals).map((part) => (
        <Part
          key={part.member}
          part={part}
          rect={rect}
          state={
            arrived.includes(part.member)
              ? "arrived"
              : isBegun && missing.includes(part.member)
                ? "missing"
                : "idle"
          }
          hue={nodeLook(orderOf(part.member)).hue}
        />
      ))}
    </g>
  );
});

interface PartProps {
  part: BarPart;
  rect: Rect;
  state: "arrived" | "idle" | "missing";
  hue: number;
}

function Part({ part, rect, state, hue }: PartProps) {
  const words = { arrived: "arrived", idle: "has not come yet", missing: "is missing" };
  return (
    <rect
      className={styles.part}
      data-state={state}
      data-member={part.member}
      data-hue={hue}
      x={part.x}
      y={rect.y}
      width={part.width}
      height={rect.height}
      rx="2"
    >
      <title>{`${part.member} ${words[state]}`}</title>
    </rect>
  );
}
