/** Folding a buffer of events while keeping what a page needs of each superstep: its entry, its events, its picture. */

import type { Snapshot, StepEntry } from "../protocol/generated";
import { type Draft, draftOf, pictureOf } from "./fold/draft";
import { apply, type Numbered } from "./reduce";

/** A superstep that ended. `snapshot` is null where too many ended at once to keep the picture of each. */
export interface Ended {
  readonly entry: StepEntry;
  readonly frames: readonly Numbered[];
  readonly snapshot: Snapshot | null;
}

export interface Followed {
  readonly live: Snapshot;
  readonly ended: readonly Ended[];
  /** The events of the superstep that is open now. */
  readonly open: readonly Numbered[];
}

/** A picture copies every channel. More than this many cells at once would cost the frame that is being drawn. */
const CELLS_AT_ONCE = 10_000;
const PICTURES_AT_ONCE = 20;

/** Fold `frames` into `before`, whose open superstep has the events `open` so far. */
export function follow(before: Snapshot, open: readonly Numbered[], frames: readonly Numbered[]): Followed {
  const draft = draftOf(before);
  const cells = Object.keys(before.cells).length;
  const following: Following = {
    pictures: Math.min(PICTURES_AT_ONCE, Math.ceil(CELLS_AT_ONCE / (cells + 1))),
    draft,
    ended: [],
    current: [...open],
    endsToCome: frames.filter(isEnd).length,
  };
  for (const frame of frames) {
    take(following, frame);
  }
  const live = frames.length === 0 ? before : pictureOf(draft);
  return { live, ended: following.ended, open: following.current };
}

interface Following {
  readonly draft: Draft;
  readonly ended: Ended[];
  /** How many of the last pictures are kept. */
  readonly pictures: number;
  current: Numbered[];
  endsToCome: number;
}

function take(following: Following, frame: Numbered): void {
  const { draft } = following;
  const was = { open: draft.open, stepCount: draft.stepCount };
  apply(draft, frame);
  following.endsToCome -= isEnd(frame) ? 1 : 0;
  const hasOpened = draft.stepCount > was.stepCount;
  if (was.open !== null && draft.open?.key !== was.open.key) {
    end(following, was.open.key, frame);
  }
  if (hasOpened) {
    following.current = [];
  }
  if (draft.open !== null) {
    following.current.push(frame);
  } else if (hasOpened) {
    end(following, was.stepCount, frame);
  }
}

/** The superstep of that key is over, by this frame or, if nobody told, just before it. */
function end(following: Following, key: number, frame: Numbered): void {
  const { draft, current } = following;
  const entry = draft.steps.find((step) => step.key === key);
  if (entry !== undefined) {
    const isTold = entry.seqTo === frame.seq;
    const snapshot = isTold && following.endsToCome < following.pictures ? pictureOf(draft) : null;
    following.ended.push({ entry, frames: isTold ? [...current, frame] : current, snapshot });
  }
  following.current = [];
}

function isEnd({ event }: Numbered): boolean {
  return (event.type === "step.committed" || event.type === "step.aborted") && event.ns === "";
}
