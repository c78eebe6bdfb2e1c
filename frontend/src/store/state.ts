/** Everything that the page knows: what it was told, and where its cursor is. One frozen value. */

import type { AnyCommand, AnyEvent, SessionView, Snapshot, StepEntry } from "../protocol/generated";
import type { ConnectionStatus } from "../protocol/socket";
import { type Begun, NOT_BEGUN } from "./begun";
import type { DocumentState } from "./document";
import { EMPTY } from "./fold/draft";
import type { Numbered } from "./reduce";

/** The live end, or a superstep by its key. */
export type Cursor = "live" | number;

export interface ConnectionView {
  readonly status: ConnectionStatus;
  readonly sentence: string;
}

/** What every panel shows: a picture, the superstep that led to it, and that superstep's events. */
export interface Shown {
  readonly snapshot: Snapshot;
  /** Null before the first superstep. */
  readonly entry: StepEntry | null;
  readonly events: readonly AnyEvent[];
  /** Whether this is the live end. */
  readonly isLive: boolean;
}

export interface PageState {
  readonly connection: ConnectionView;
  /** What takes long just now, in a sentence. */
  readonly waiting: string | null;
  readonly session: SessionView | null;
  readonly epoch: string | null;
  /** What the newest run began with. */
  readonly begun: Begun;
  /** What this page asked the next run to begin with, until that has begun. */
  readonly beginning: Begun | null;
  /** The fold of all events. Panels show `shown`; run controls look at this. */
  readonly live: Snapshot;
  /** The events of the newest superstep, open or ended. */
  readonly newest: readonly Numbered[];
  /** The loaded entries of the timeline, oldest first, the open one last. */
  readonly steps: readonly StepEntry[];
  readonly cursor: Cursor;
  readonly shown: Shown;
  /** A superstep that is being fetched to be shown. */
  readonly fetching: number | null;
  /** Commands that were asked and not yet answered. */
  readonly asking: readonly AnyCommand["type"][];
  /** The text and its drawing; null until the server tells of it. */
  readonly document: DocumentState | null;
  /** What the server refused last, until something is accepted. */
  readonly refusal: string | null;
}

export const NOTHING: PageState = {
  connection: { status: "connecting", sentence: "" },
  waiting: null,
  session: null,
  epoch: null,
  begun: NOT_BEGUN,
  beginning: null,
  live: EMPTY,
  newest: [],
  steps: [],
  cursor: "live",
  shown: { snapshot: EMPTY, entry: null, events: [], isLive: true },
  fetching: null,
  asking: [],
  document: null,
  refusal: null,
};

/** The newest superstep, open or ended. */
export function newestEntry({ live, steps }: Pick<PageState, "live" | "steps">): StepEntry | null {
  return live.open ?? steps.at(-1) ?? live.steps.at(-1) ?? null;
}

/** The state with `shown` following the live end, if that is where the cursor is. */
export function withShown(state: PageState): PageState {
  if (state.cursor !== "live") {
    return state;
  }
  const entry = newestEntry(state);
  const { shown, live, newest } = state;
  if (
    shown.isLive &&
    shown.snapshot === live &&
    shown.entry === entry &&
    shown.events.length === newest.length
  ) {
    return state;
  }
  return {
    ...state,
    shown: { snapshot: live, entry, events: newest.map(({ event }) => event), isLive: true },
  };
}

/** The sentence of whatever was thrown. */
export function sentenceOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : "That did not work, and nothing says why.";
}
