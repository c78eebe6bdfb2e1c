import { describe, expect, test } from "vitest";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import type { StepFacts } from "./facts";
import { type Part, type Sentence, textOf } from "./parts";
import type { Explanation } from "./sentences";
import { ORACLE, type OracleCheckpoint, type Versions } from "./testing/oracle";
import { explanations } from "./testing/told";

/** A committed superstep as explained, with the reference's checkpoints before and after it. */
interface Compared {
  readonly explanation: Explanation;
  readonly before: OracleCheckpoint;
  readonly after: OracleCheckpoint;
}

const RUNS = TRANSCRIPTS.filter(({ name }) => ORACLE.has(name)).map(({ name, events }) => {
  const checkpoints = ORACLE.get(name) ?? [];
  return { name, checkpoints, steps: explanations(events) };
});
const START: OracleCheckpoint = {
  step: -2,
  versions: {},
  seen: {},
  next: ["__input__"],
  values: {},
  writes: {},
};

function compared(run: (typeof RUNS)[number]): readonly Compared[] {
  const committed = run.steps.filter(({ facts }) => facts.status === "committed");
  return committed.map((explanation, index) => {
    const before = run.checkpoints[index - 1] ?? START;
    const after = run.checkpoints[index];
    if (after === undefined) {
      throw new Error(
        `The reference has no checkpoint for superstep ${explanation.facts.step} of ${run.name}.`,
      );
    }
    return { explanation, before, after };
  });
}

/** The calls of `update()` with writes. LangGraph keeps no write of an untracked channel. */
function updatesIn({ changes }: StepFacts) {
  const events = changes.flatMap(({ event }) => (event.type === "channel.updated" ? [event] : []));
  return events.filter(({ writes, kind }) => writes.length > 0 && kind !== "UntrackedValue");
}

/** What the explanation says happened to versions: channel, before, after; the last call on a channel counts. */
function toldVersions({ changes }: StepFacts): Versions {
  const told = changes.filter(({ event }) => event.versionAfter !== event.versionBefore);
  return Object.fromEntries(told.map(({ event }) => [event.channel, event.versionAfter ?? 0]));
}

function movedVersions({ before, after }: Compared): Versions {
  const moved = Object.entries(after.versions).filter(
    ([channel, version]) => before.versions[channel] !== version,
  );
  return Object.fromEntries(moved);
}

test("every compared run has a reference", () => {
  expect(RUNS.map(({ name }) => name)).toEqual([...ORACLE.keys()].sort());
  expect(RUNS.length).toBeGreaterThanOrEqual(6);
});

describe.each(RUNS)("explained and as LangGraph's checkpoints have it: $name", (run) => {
  const steps = compared(run);

  test("the same supersteps were committed", () => {
    expect(steps.map(({ explanation }) => explanation.facts.step)).toEqual(
      run.checkpoints.map(({ step }) => step),
    );
  });

  test("the same nodes ran", () => {
    for (const { explanation, before } of steps) {
      const ran = explanation.facts.tasks.map(({ node }) => node);
      expect(ran.toSorted()).toEqual(before.next.toSorted());
    }
  });

  test("each was woken by the version that it has seen since, past the one that it had seen", () => {
    for (const { explanation, before, after } of steps) {
      for (const { node, triggers } of explanation.facts.tasks) {
        for (const { channel, version, seen } of triggers) {
          expect([version, seen]).toEqual([
            after.seen[node]?.[channel],
            before.seen[node]?.[channel] ?? null,
          ]);
        }
      }
    }
  });

  test("exactly the same channels moved to the same versions", () => {
    for (const step of steps) {
      expect(toldVersions(step.explanation.facts)).toEqual(movedVersions(step));
    }
  });

  test("each channel came from the same version", () => {
    for (const { explanation, before } of steps) {
      const first = new Map(
        explanation.facts.changes.toReversed().map(({ event }) => [event.channel, event]),
      );
      for (const [channel, { versionBefore }] of first) {
        expect([channel, versionBefore]).toEqual([channel, before.versions[channel] ?? null]);
      }
    }
  });

  test("each channel got the same writes of the same nodes in the same order", () => {
    for (const { explanation, before } of steps.slice(1)) {
      const told = updatesIn(explanation.facts).map(({ channel, writes }) => [
        channel,
        writes.map(({ node, value }) => [node, value.text]),
      ]);
      expect(Object.fromEntries(told)).toEqual(before.writes);
    }
  });

  test("each written channel holds the same value then", () => {
    for (const { explanation, after } of steps) {
      for (const { channel, valueAfter } of updatesIn(explanation.facts)) {
        const held = after.values[channel];
        expect([channel, held === undefined ? undefined : valueAfter.text]).toEqual([channel, held]);
      }
    }
  });

  test("the same nodes are next", () => {
    for (const { explanation, after } of steps) {
      expect(explanation.facts.due?.map(({ node }) => node).toSorted()).toEqual(after.next.toSorted());
    }
  });
});

test("two writes that LangGraph refused are told with both nodes, both values and the code", () => {
  const clash = RUNS.find(({ name }) => name === "clash");
  const refused = clash?.steps.at(-1);
  const writes = refused?.conflicts.map(({ writes: its }) =>
    its.map(({ node, value }) => [node, value.text]),
  );

  expect(writes).toEqual([clash?.checkpoints.at(-1)?.writes.plan]);
  expect(refused?.conflicts[0]?.code).toBe("INVALID_CONCURRENT_GRAPH_UPDATE");
});

describe("the sentences hold the facts", () => {
  const all = RUNS.flatMap(({ steps }) => steps);

  test("every version that the facts hold stands in a sentence of its section", () => {
    for (const { facts, sentences } of all) {
      const expected = [
        ...facts.tasks.flatMap(({ triggers }) => triggers.flatMap(({ version, seen }) => [version, seen])),
        ...(facts.due ?? []).flatMap(({ triggers }) =>
          triggers.flatMap(({ version, seen }) => [version, seen]),
        ),
      ].filter((version) => version !== null);
      const ranAndNext = sentences.filter(
        ({ section }) => section === "Who ran, and why" || section === "What is next",
      );
      expect(versionsIn(ranAndNext)).toEqual(expected);
      const changed = facts.changes.filter(({ event }) => event.returned);
      expect(versionsIn(sentences.filter(({ section }) => section === "What changed"))).toEqual(
        changed
          .flatMap(({ event }) => [event.versionBefore, event.versionAfter])
          .filter((one) => one !== null),
      );
    }
  });

  test("every written channel is named with its writers, in the order of the writes", () => {
    for (const { facts, sentences } of all) {
      for (const { event } of facts.changes) {
        const own = sentences.filter(
          ({ section, parts }) => section === "What changed" && names(parts, event.channel),
        );
        const writers = event.type === "channel.updated" ? event.writes.map(({ node }) => node) : [];
        expect(own.map(({ parts }) => nodesIn(parts).slice(0, writers.length))).toContainEqual(writers);
      }
    }
  });

  test("every superstep is told by its number", () => {
    for (const { facts, headline } of all) {
      expect(headline).toMatch(new RegExp(`^Superstep ${facts.step}\\b`));
    }
  });

  test("no sentence has a hole in it", () => {
    for (const { sentences } of all) {
      for (const { parts } of sentences) {
        expect(textOf(parts)).not.toMatch(/undefined|null|NaN| {2}|\s[.,:]|\.\./);
        expect(textOf(parts)).toMatch(/[.:].*$/s);
      }
    }
  });
});

function versionsIn(sentences: readonly Sentence[]): readonly number[] {
  return sentences.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "version" ? [part.version] : [])),
  );
}

function nodesIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === "node" ? [part.node] : []));
}

function names(parts: readonly Part[], channel: string): boolean {
  return parts.some((part) => part.kind === "channel" && part.channel === channel);
}
