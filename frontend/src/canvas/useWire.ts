/** What one wire, one join and the conflict mark show. */

import { useCell, useNode, usePart } from "../store/useStore";
import { nodeLook } from "../ui/hues";
import { useOrderOf } from "../ui/useOrderOf";
import { type JoinProgress, joinProgress } from "./cardFace";
import type { Bar, Wire } from "./drawing";
import { clashIn, isAppliedIn } from "./inStore";
import { type Clash, type WireState, wireState } from "./wireState";

export interface WireLook {
  readonly look: WireState["look"];
  readonly hue: number | null;
  /** Whether what came on it woke its target in the shown superstep. */
  readonly isTrigger: boolean;
}

/** One wire at the cursor. */
export function useWire(wire: Wire): WireLook {
  const cell = useCell(wire.channel ?? "");
  const target = useNode(wire.target);
  const clash = usePart(clashIn);
  const isApplied = usePart(isAppliedIn);
  const orderOf = useOrderOf();
  const { look, node } = wireState(wire, { cell, target, clash, isApplied });
  const isTrigger =
    target !== null &&
    target.status !== "idle" &&
    target.wakes.some((wake) => wake.fired && wake.channel === wire.channel);
  return { look, hue: node === null ? null : nodeLook(orderOf(node)).hue, isTrigger };
}

/** How far a join is. */
export function useJoin(bar: Bar): JoinProgress {
  return joinProgress(bar.members, useCell(bar.id));
}

/** The conflict of the shown superstep. */
export function useClash(): Clash | null {
  return usePart(clashIn);
}
