import { describe, expect, test } from "vitest";
import {
  type AnyEvent,
  type Cell,
  type ChannelUpdated,
  type Snapshot,
  STEPS_IN_SNAPSHOT,
} from "../protocol/generated";
import { EMPTY } from "./fold/draft";
import { type Numbered, reduce } from "./reduce";
import { logOf, steppedRun, task } from "./testing/log";
import { TRANSCRIPTS } from "./testing/transcripts";

function between(events: readonly Numbered[], after: number, upTo: number): readonly Numbered[] {
  return events.filter(({ seq }) => seq > after && seq <= upTo);
}

describe.each(TRANSCRIPTS)("the transcript $name", ({ events, pictures }) => {
  test("folds to the pictures that the server folded", () => {
    const folded = pictures.map(({ seq }) => reduce(EMPTY, between(events, 0, seq)));

    expect(folded).toEqual(pictures);
  });

  test("folds from each of its pictures to the last, whether in one go or event by event", () => {
    const last = pictures.at(-1);

    for (const picture of pictures) {
      const later = between(events, picture.seq, Number.POSITIVE_INFINITY);
      expect(reduce(picture, later)).toEqual(last);
      expect(later.reduce((before, frame) => reduce(before, [frame]), picture)).toEqual(last);
    }
  });

  test("never changes a picture that someone holds", () => {
    const held = structuredClone(pictures);

    for (const picture of pictures) {
      reduce(picture, between(events, picture.seq, picture.seq + 40));
    }

    expect(pictures).toEqual(held);
  });
});

const CELL: Cell = {
  name: "total",
  value: { kind: "int", text: "1" },
  previous: { kind: "missing", text: "" },
  version: 1,
  versionBefore: null,
  available: true,
  changed: false,
  cause: null,
  returned: null,
  writes: [],
  seenBy: {},
  writers: [],
  conflict: null,
};
const AT = { run: "r", ns: "", step: 1 };

function updated(channel: string): ChannelUpdated {
  return {
    ...AT,
    type: "channel.updated",
    channel,
    kind: "LastValue",
    cause: "write",
    writes: [],
    valueBefore: null,
    valueAfter: { kind: "int", text: "2" },
    returned: true,
    versionBefore: 1,
    versionAfter: 2,
    available: true,
  };
}

test("an unwritten channel keeps its identity, so its row does not redraw", () => {
  const before: Snapshot = { ...EMPTY, cells: { total: CELL, log: { ...CELL, name: "log" } } };

  const after = reduce(before, [{ seq: 1, event: updated("total") }]);

  expect(after.cells.log).toBe(before.cells.log);
  expect(after.cells.total?.version).toBe(2);
  expect(after.nodes).toBe(before.nodes);
});

test("no event, no other picture", () => {
  expect(reduce(EMPTY, [])).toBe(EMPTY);
});

test("a node of several tasks is done when all of them have ended", () => {
  const tasks = [task("a"), task("a", { id: "task-a2" })];
  const finished: AnyEvent = {
    ...AT,
    type: "task.finished",
    task: "task-a",
    node: "a",
    writes: [],
    ignored: [],
    durationMs: 1,
  };
  const log = logOf({ ...AT, type: "step.planned", tasks }, finished, { ...finished, task: "task-a2" });

  const statuses = [1, 2, 3].map((count) => reduce(EMPTY, log.slice(0, count)).nodes.a?.status);

  expect(statuses).toEqual(["planned", "running", "done"]);
});

test("a join was written by all that arrived at it, until it is complete and written anew", () => {
  const arrives = (node: string, available: boolean): AnyEvent => ({
    ...updated("join"),
    kind: "NamedBarrierValue",
    writes: [{ task: `task-${node}`, node, value: { kind: "str", text: node } }],
    available,
  });
  const log = logOf(arrives("a", false), arrives("b", true), arrives("c", false));

  const writers = [2, 3].map((count) =>
    reduce(EMPTY, log.slice(0, count)).cells.join?.writers.map(({ node }) => node),
  );

  expect(writers).toEqual([["a", "b"], ["c"]]);
});

test("only the newest supersteps are in the picture, and their keys go on", () => {
  const { steps, stepCount } = reduce(EMPTY, steppedRun(STEPS_IN_SNAPSHOT + 3));

  expect([steps.length, steps[0]?.key, stepCount]).toEqual([STEPS_IN_SNAPSHOT, 3, STEPS_IN_SNAPSHOT + 3]);
});

test("printed text keeps its end, and cuts no character in two", () => {
  const output: AnyEvent = {
    ...AT,
    type: "task.output",
    task: "t",
    node: "a",
    stream: "stdout",
    text: "😀".repeat(3000),
    cut: 0,
  };

  const after = reduce(EMPTY, [
    { seq: 1, event: output },
    { seq: 2, event: output },
  ]);

  expect([...(after.nodes.a?.output ?? "")]).toHaveLength(4000);
});
