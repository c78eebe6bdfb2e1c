/** The cursor: which superstep every panel shows. It belongs to this page; moving it runs nothing. */

import type { Observable } from "../base/observable";
import type { StepEntry } from "../protocol/generated";
import type { Http } from "../protocol/http";
import { lineThrough, neighbour } from "./line";
import type { Moments, StepMoment } from "./moments";
import { type Cursor, newestEntry, type PageState, sentenceOf, withShown } from "./state";

export interface CursorOptions {
  readonly state: Observable<PageState>;
  readonly moments: Moments;
  readonly http: Pick<Http, "steps">;
}

export interface CursorMoves {
  moveTo(cursor: Cursor): Promise<void>;
  step(direction: "back" | "forward"): Promise<void>;
  loadOlder(): Promise<boolean>;
}

const OLDER = 200;

export function cursorOf({ state, moments, http }: CursorOptions): CursorMoves {
  const set = (change: Partial<PageState>) => state.set({ ...state.get(), ...change });

  function refuse(reason: unknown): boolean {
    set({ refusal: sentenceOf(reason) });
    return false;
  }

  function show(entry: StepEntry, moment: StepMoment): void {
    set({ cursor: entry.key, fetching: null, shown: { ...moment, entry, isLive: false } });
  }

  async function fetch(entry: StepEntry, session: string): Promise<void> {
    const { epoch } = state.get();
    const isWanted = () => state.get().epoch === epoch && state.get().fetching === entry.key;
    set({ fetching: entry.key });
    try {
      const moment = await moments.fetch(session, entry.key);
      if (isWanted()) {
        show(entry, moment);
      }
    } catch (reason) {
      if (isWanted()) {
        set({ fetching: null, refusal: sentenceOf(reason) });
      }
    }
  }

  async function moveTo(cursor: Cursor): Promise<void> {
    const { steps, session } = state.get();
    const entry = steps.find((step) => step.key === cursor);
    if (entry === undefined || entry.key === newestEntry(state.get())?.key) {
      state.set(withShown({ ...state.get(), cursor: "live", fetching: null }));
      return;
    }
    const moment = moments.at(entry.key);
    if (moment !== undefined) {
      show(entry, moment);
    } else if (session !== null) {
      await fetch(entry, session.session);
    }
  }

  const loadOlder = () => older(state, http);

  async function step(direction: "back" | "forward"): Promise<void> {
    const { shown, fetching, steps } = state.get();
    const from = steps.find(({ key }) => key === fetching) ?? shown.entry;
    if (from === null) {
      return;
    }
    const next = nextTo(state.get(), from, direction);
    if (next !== null) {
      await moveTo(next.key);
    } else if (direction === "back" && (await loadOlder().catch(refuse))) {
      await step(direction);
    }
  }

  return { moveTo, step, loadOlder };
}

/** Put the entries before the first loaded one in front of it; false when there are none. */
async function older(state: Observable<PageState>, http: CursorOptions["http"]): Promise<boolean> {
  const { steps, session, epoch } = state.get();
  const first = steps[0];
  if (first === undefined || first.key === 0 || session === null) {
    return false;
  }
  const before = (await http.steps(session.session, first.key, OLDER)).steps;
  const now = state.get();
  const isCurrent = now.epoch === epoch && now.steps[0]?.key === first.key;
  if (isCurrent) {
    state.set({ ...now, steps: [...before, ...now.steps] });
  }
  return isCurrent && before.length > 0;
}

/** The superstep before or after one on its line of history, as far as it is loaded. */
export function nextTo(
  { steps, live }: Pick<PageState, "live" | "steps">,
  entry: StepEntry,
  direction: "back" | "forward",
): StepEntry | null {
  const lane = live.open?.lane ?? live.lane;
  return neighbour(lineThrough(steps, entry, lane), entry, direction);
}
