/** What comes over the socket, into the page's state: events are put aside and folded once for each drawn frame. */

import type { Observable } from "../base/observable";
import type { EventFrame, SnapshotFrame, StepEntry, Waiting, Welcome } from "../protocol/generated";
import type { Told } from "../protocol/socket";
import { begunAfter, begunBefore } from "./begun";
import { type DocumentTold, documentAfter } from "./document";
import { follow } from "./follow";
import { eventsOf, type Moments } from "./moments";
import type { Numbered } from "./reduce";
import { NOTHING, newestEntry, type PageState, withShown } from "./state";

/** Calls back once, soon: at the next frame. */
export type Soon = (then: () => void) => void;

export interface InboxOptions {
  readonly state: Observable<PageState>;
  readonly moments: Moments;
  readonly soon: Soon;
  /** An event is missing: ask again from the last good one. */
  resync(): void;
  /** The newest superstep's events were not all seen here. */
  missing(key: number): void;
}

export interface Inbox {
  told(frames: readonly Told[]): void;
  /** The last event that came, folded or not. */
  lastSeq(): number;
  /** Fold what is put aside, now. */
  flush(): void;
}

/** Entries of the timeline that stay loaded while a run goes on. */
const LOADED = 2_000;

export function inboxOf(options: InboxOptions): Inbox {
  const { state } = options;
  let aside: EventFrame[] = [];
  let isDue = false;
  const lastSeq = () => aside.at(-1)?.seq ?? state.get().live.seq;

  function flush(): void {
    isDue = false;
    const frames = aside;
    aside = [];
    if (frames.length > 0) {
      state.set(folded(state.get(), frames, options.moments));
      complete(options);
    }
  }

  /** False when events are missing before it. */
  function event(frame: EventFrame): boolean {
    if (frame.epoch !== state.get().epoch || frame.seq <= lastSeq()) {
      return true; // told before, or of a log that is no longer followed
    }
    if (frame.seq !== lastSeq() + 1) {
      return false;
    }
    aside.push(frame);
    if (!isDue) {
      isDue = true;
      options.soon(flush);
    }
    return true;
  }

  function take(frame: Told): boolean {
    switch (frame.frame) {
      case "event":
        return event(frame);
      case "welcome":
        flush();
        welcome(options, frame);
        return true;
      case "snapshot":
        aside = [];
        snapshot(options, frame);
        return true;
      default:
        return besideTheLog(options, frame);
    }
  }

  return {
    lastSeq,
    flush,
    told(frames) {
      if (!frames.every(take)) {
        flush();
        options.resync();
      } else if (comesToRest(frames.at(-1))) {
        // Nothing follows that could share the frame, and a person waits for it.
        flush();
      }
    },
  };
}

const RESTS: ReadonlySet<string> = new Set([
  "run.paused",
  "run.finished",
  "run.failed",
  "run.stopped",
  "worker.lost",
  "graph.compiled",
  "graph.rejected",
]);

function comesToRest(frame: Told | undefined): boolean {
  return frame?.frame === "event" && RESTS.has(frame.event.type);
}

function folded(state: PageState, frames: readonly EventFrame[], moments: Moments): PageState {
  const open = state.live.open === null ? [] : state.newest;
  const followed = follow(state.live, open, frames);
  for (const { entry, frames: its, snapshot } of followed.ended) {
    if (snapshot !== null && isWhole(entry, its)) {
      moments.keep(entry.key, { snapshot, events: eventsOf(its) });
    }
  }
  const last = followed.ended.at(-1);
  const newest = followed.live.open === null ? (last?.frames ?? state.newest) : followed.open;
  const ended = followed.ended.map(({ entry }) => entry);
  const steps = merged(state.steps, ended, followed.live.open);
  const begun = begunAfter(state.begun, state.beginning, frames);
  const beginning = begun === state.begun ? state.beginning : null;
  return withShown({ ...state, live: followed.live, newest, steps, begun, beginning });
}

/** Whether a superstep's events are all here: after a snapshot, the first ones are not. */
function isWhole(entry: StepEntry, frames: readonly Numbered[]): boolean {
  return frames[0]?.seq === entry.seqFrom;
}

/** Ask for the newest superstep's events, if some came before this page looked on. */
function complete({ state, missing }: InboxOptions): void {
  const entry = newestEntry(state.get());
  if (entry !== null && !isWhole(entry, state.get().newest)) {
    missing(entry.key);
  }
}

function welcome({ state, moments }: InboxOptions, { session, epoch }: Welcome): void {
  const before = state.get();
  if (epoch === before.epoch) {
    state.set({ ...before, session, begun: begunBefore(session) });
    return;
  }
  moments.clear();
  const { connection, asking, beginning } = before;
  // Another thread of the same session has the same document.
  const document = session?.session === before.session?.session ? before.document : null;
  state.set({
    ...NOTHING,
    connection,
    asking,
    beginning,
    document,
    session,
    epoch,
    begun: begunBefore(session),
  });
}

function snapshot(options: InboxOptions, { epoch, snapshot: live }: SnapshotFrame): void {
  const { state } = options;
  const before = state.get();
  if (epoch === before.epoch) {
    state.set(withShown({ ...before, live, steps: merged(before.steps, live.steps, live.open), newest: [] }));
    complete(options);
  }
}

/** What no event tells. False when the text cannot be known from what came. */
function besideTheLog({ state }: InboxOptions, frame: DocumentTold | Waiting): boolean {
  const before = state.get();
  if (frame.frame === "waiting") {
    state.set({ ...before, waiting: frame.sentence });
    return true;
  }
  const after = documentAfter(before.document, frame);
  state.set({ ...before, document: after });
  return after !== null;
}

/** Entries by key, without a gap: what lies before a gap is forgotten, and asked for again when it is looked at. */
function merged(
  loaded: readonly StepEntry[],
  ended: readonly StepEntry[],
  open: StepEntry | null,
): readonly StepEntry[] {
  const [first] = ended;
  const before = loaded.filter(
    (entry) => entry.status !== "open" && (first === undefined || entry.key < first.key),
  );
  const isGap = first !== undefined && before.length > 0 && before.at(-1)?.key !== first.key - 1;
  const all = [...(isGap ? [] : before), ...ended, ...(open === null ? [] : [open])];
  return all.length > 2 * LOADED ? all.slice(-LOADED) : all;
}
