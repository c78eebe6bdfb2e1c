/** Moments of the past: the picture after a superstep, and its events. The newest are kept, others are fetched. */

import { recent } from "../base/recent";
import type { AnyEvent, Moment, Snapshot } from "../protocol/generated";
import type { Numbered } from "./reduce";

/** The picture after one superstep, or of the open one so far. */
export interface StepMoment {
  readonly snapshot: Snapshot;
  readonly events: readonly AnyEvent[];
}

const KEPT = 200;
const KEPT_OF_LARGE = 40;
const LARGE_CELLS = 1000;
const FETCHED = 50;

export interface Moments {
  /** What is at hand. */
  at(key: number): StepMoment | undefined;
  /** A superstep closed while this page looked on. */
  keep(key: number, moment: StepMoment): void;
  /** Ask the server; what it told before is not asked again. */
  fetch(session: string, key: number): Promise<StepMoment>;
  clear(): void;
}

/** `ask` is the server's answer over HTTP. */
export function momentsOf(ask: (session: string, key: number) => Promise<Moment>): Moments {
  const kept = new Map<number, StepMoment>();
  const fetched = recent<number, StepMoment>(FETCHED);
  return {
    at: (key) => kept.get(key) ?? fetched.get(key),
    keep(key, moment) {
      kept.set(key, moment);
      const limit = Object.keys(moment.snapshot.cells).length > LARGE_CELLS ? KEPT_OF_LARGE : KEPT;
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) {
          break;
        }
        kept.delete(oldest);
      }
    },
    async fetch(session, key) {
      const moment = momentOf(await ask(session, key));
      fetched.set(key, moment);
      return moment;
    },
    clear() {
      kept.clear();
      fetched.clear();
    },
  };
}

function momentOf({ snapshot, events }: Moment): StepMoment {
  return { snapshot, events: events.map(({ event }) => event) };
}

/** The events alone. */
export function eventsOf(frames: readonly Numbered[]): readonly AnyEvent[] {
  return frames.map(({ event }) => event);
}
