/** What one card shows, and which card is chosen. */

import { useCallback } from "react";
import { own } from "../base/record";
import type { Cell, GraphNode, NodeStatus } from "../protocol/generated";
import { idIn } from "../store/innerPath";
import type { PageState } from "../store/state";
import type { Ui } from "../store/ui";
import { useCell, useNode, usePart, useUi } from "../store/useStore";
import { attemptsIn } from "./attempts";
import { type CardFace, faceOf, joinProgress } from "./cardFace";
import { clashIn, dueIn, isAppliedIn, shownStepIn, statusIn } from "./inStore";
import type { CardData } from "./NodeCard";

export interface CardState {
  readonly face: CardFace;
  readonly isSelected: boolean;
  readonly isDue: boolean;
  readonly isRefused: boolean;
}

/** One node at the cursor. */
export function useCard({ node, join, path }: CardData): CardState {
  const { name } = node;
  const id = idIn(path, name);
  const view = useNode(name);
  const joinCell = useCell(join?.channel ?? "");
  const trigger = useCell(node.defer ? `branch:to:${name}` : "");
  const hasRun = usePart(useCallback((state: PageState) => hasRunIn(state, node), [node]));
  const due = usePart(useCallback((state: PageState) => dueIn(state).get(name) ?? null, [name]));
  const refusedBy = usePart(useCallback((state: PageState) => refusedByIn(state, name), [name]));
  const attempts = usePart(useCallback((state: PageState) => attemptsOfIn(state, name), [name]));
  const shownStep = usePart(shownStepIn);
  const isAborted = !usePart(isAppliedIn);
  const isSelected = useUi(useCallback((ui: Ui) => ui.selectedNodes.includes(id), [id]));
  const face = faceOf({
    node,
    view,
    hasRun,
    due,
    join: join === null ? null : joinProgress(join.members, joinCell),
    isHeld: trigger !== null && trigger.value.kind !== "missing" && !trigger.available,
    refusedBy,
    shownStep,
    isAborted,
    attempts: JSON.parse(attempts),
  });
  return { face, isSelected, isDue: due !== null && !isAborted, isRefused: refusedBy !== null };
}

/** A channel that a node wrote, and whether the write changed it in the shown superstep. */
export function useIsApplied(channel: string): boolean {
  return isChanged(useCell(channel));
}

/** A node's status in a word. */
export function useStatus(name: string): NodeStatus {
  return usePart(useCallback((state: PageState) => statusIn(state, name), [name]));
}

/** The node that is chosen in every panel. */
export function useSelectedNode(): string | null {
  return useUi(selectedIn);
}

function selectedIn({ selectedNode }: Ui): string | null {
  return selectedNode;
}

/** A channel keeps which version of it each node saw: this outlives the picture of a node that was gone back behind. */
function hasRunIn({ shown }: PageState, { name, triggers }: GraphNode): boolean {
  const { cells } = shown.snapshot;
  return triggers.some((trigger) => own(own(cells, trigger)?.seenBy ?? {}, name) !== undefined);
}

/** As text, so that a card draws anew only when it is another: each event makes a new map. */
function attemptsOfIn({ shown }: PageState, name: string): string {
  return JSON.stringify(attemptsIn(shown.events).get(name) ?? null);
}

function refusedByIn(state: PageState, name: string): string | null {
  const clash = clashIn(state);
  return clash?.writers.includes(name) === true ? clash.channel : null;
}

function isChanged(cell: Cell | null): boolean {
  return cell?.changed === true;
}
