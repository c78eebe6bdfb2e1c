import { describe, expect, test } from "vitest";
import { EMPTY } from "./fold/draft";
import { type Ended, follow } from "./follow";
import { type Numbered, reduce } from "./reduce";
import { TRANSCRIPTS } from "./testing/transcripts";

/** Follow the events in buffers of a size, as animation frames cut them. */
function followed(events: readonly Numbered[], size: number) {
  const ended: Ended[] = [];
  let state = follow(EMPTY, [], []);
  for (let at = 0; at < events.length; at += size) {
    state = follow(state.live, state.open, events.slice(at, at + size));
    ended.push(...state.ended);
  }
  return { ...state, ended };
}

describe.each(TRANSCRIPTS)("following the transcript $name", ({ events }) => {
  test.each([1, 7, 1000])("in buffers of %i events ends where folding does", (size) => {
    expect(followed(events, size).live).toEqual(reduce(EMPTY, events));
  });

  test.each([1, 7, 1000])("in buffers of %i events tells each superstep with its events", (size) => {
    const { ended, live } = followed(events, size);

    expect(ended.map(({ entry }) => entry.key)).toEqual(
      [...Array(live.stepCount).keys()].filter((key) => key !== live.open?.key),
    );
    for (const { entry, frames } of ended) {
      expect(frames.map(({ seq }) => seq)).toEqual(
        events.map(({ seq }) => seq).filter((seq) => seq >= entry.seqFrom && seq <= entry.seqTo),
      );
    }
  });

  test("keeps the picture after each superstep that ended with an event of its own", () => {
    const { ended } = followed(events, 7);

    for (const { entry, snapshot } of ended.filter((end) => end.snapshot !== null)) {
      expect(snapshot).toEqual(reduce(EMPTY, events.slice(0, entry.seqTo)));
    }
    expect(
      ended.filter(({ entry }) => entry.status === "committed").map(({ snapshot }) => snapshot),
    ).not.toContain(null);
  });
});
