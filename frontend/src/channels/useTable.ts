/** The table's looks into the store: each row draws again only when something of its own channel is another. */

import { useCallback } from "react";
import type { AnyEvent, Cell, ChannelWrite, Due, StepEntry } from "../protocol/generated";
import { blankCell } from "../store/fold/cells";
import type { PageState } from "../store/state";
import { useCell, usePart } from "../store/useStore";
import { type PendingWrites, pendingWrites } from "./pending";
import { dueByChannel } from "./readers";

/** What a row shows. */
export interface RowState {
  readonly cell: Cell;
  readonly pending: readonly ChannelWrite[];
  readonly due: readonly string[];
  /** How the shown superstep ended. */
  readonly status: StepEntry["status"] | null;
  /** The number of the superstep in which somebody is due; null where nobody is. */
  readonly nextStep: number | null;
}

const NO_WRITES: readonly ChannelWrite[] = [];
const NOBODY: readonly string[] = [];

/** One channel at the cursor. */
export function useRow(name: string): RowState {
  const cell = useCell(name);
  const pending = usePart(useCallback((state: PageState) => pendingIn(state).get(name) ?? NO_WRITES, [name]));
  const due = usePart(useCallback((state: PageState) => dueIn(state).get(name) ?? NOBODY, [name]));
  const nextStep = usePart(useCallback((state: PageState) => nextStepIn(state, name), [name]));
  const status = usePart(statusIn);
  return { cell: cell ?? blankCell(name), pending, due, status, nextStep };
}

/** What happened to the channels in the shown superstep, for the head of the table. */
export interface Headline {
  readonly step: number | null;
  readonly changed: number;
  /** Why nothing was applied, if nothing was: it failed, or it waits for answers. */
  readonly trouble: "aborted" | "refused" | "waits" | null;
}

/** The headline. */
export function useHeadline(): Headline {
  const step = usePart(stepIn);
  const changed = usePart(changedIn);
  const trouble = usePart(troubleIn);
  return { step, changed, trouble };
}

const pendings = new WeakMap<readonly AnyEvent[], PendingWrites>();
const dues = new WeakMap<readonly Due[], ReadonlyMap<string, readonly string[]>>();

function pendingIn({ shown }: PageState): PendingWrites {
  return once(pendings, shown.events, pendingWrites);
}

function dueIn({ shown }: PageState): ReadonlyMap<string, readonly string[]> {
  return once(dues, shown.snapshot.next, dueByChannel);
}

function statusIn({ shown }: PageState): StepEntry["status"] | null {
  return shown.entry?.status ?? null;
}

/** Asked only where somebody is due, so that other rows need not draw again at each step. */
function nextStepIn(state: PageState, name: string): number | null {
  const { entry } = state.shown;
  if (entry === null || !dueIn(state).has(name)) {
    return null;
  }
  return entry.status === "aborted" ? entry.step : entry.step + 1;
}

function stepIn({ shown }: PageState): number | null {
  return shown.entry?.step ?? null;
}

function changedIn({ shown }: PageState): number {
  return Object.values(shown.snapshot.cells).filter((cell) => cell.changed).length;
}

function troubleIn({ shown: { entry } }: PageState): Headline["trouble"] {
  if (entry === null || entry.status !== "aborted" || entry.reason === "left") {
    return null;
  }
  if (entry.reason === "interrupted") {
    return "waits";
  }
  return entry.reason === "update_failed" ? "refused" : "aborted";
}

/** Make something of an object once, however many rows ask. */
function once<Key extends object, Value>(
  made: WeakMap<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const before = made.get(key);
  if (before !== undefined) {
    return before;
  }
  const value = make(key);
  made.set(key, value);
  return value;
}
