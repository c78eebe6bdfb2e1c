/** What just happened, in sentences: a pure function of a superstep's events and the picture after it. */

import type { ChannelConflicted, RunView } from "../protocol/generated";
import { changedSayings } from "./changed";
import { type Explained, factsOf, type StepFacts } from "./facts";
import { echoesIn, echoSayings } from "./handedBack";
import { nextSayings } from "./next";
import { counted, partsOf, type Section, type Sentence, textOf } from "./parts";
import { ranSayings, type Saying } from "./ran";
import { isWaiting, outcomeSayings, refusedSayings } from "./refused";

export interface Explanation {
  readonly headline: string;
  readonly tone: "plain" | "refuse" | "wait";
  /** In the order of the sections. */
  readonly sentences: readonly Sentence[];
  /** The refusals, with all writes and what would repair them. */
  readonly conflicts: readonly ChannelConflicted[];
  readonly facts: StepFacts;
}

/** Explain one superstep. `run` is the run at the live end, or null in the past. */
export function explain(explained: Explained, run: RunView | null): Explanation {
  const facts = factsOf(explained);
  const outcome = outcomeSayings(facts);
  const isRefused = toneOf(facts) === "refuse";
  const echoes = echoSayings(echoesIn(explained.events, explained.snapshot));
  return {
    headline: headlineOf(facts),
    tone: toneOf(facts),
    sentences: [
      ...[...refusedSayings(facts), ...(isRefused ? [...echoes, ...outcome] : [])].map((saying) =>
        sentence("Refused", saying),
      ),
      ...ranSayings(facts).map((saying) => sentence("Who ran, and why", saying)),
      ...[...changedSayings(facts), ...(isRefused ? [] : echoes)].map((saying) =>
        sentence("What changed", saying),
      ),
      ...[...(isRefused ? [] : outcome), ...nextSayings(facts, run)].map((saying) =>
        sentence("What is next", saying),
      ),
    ],
    conflicts: facts.conflicts,
    facts,
  };
}

/** All of it as text, for a screen reader. */
export function readAloud({ headline, sentences }: Explanation): string {
  return [`${headline}.`, ...sentences.map(({ parts }) => textOf(parts))].join(" ");
}

function sentence(section: Section, { icon, words, weight = "plain" }: Saying & Partial<Sentence>): Sentence {
  return { section, icon, weight, parts: partsOf(words) };
}

function headlineOf({ step, status, source, conflicts, abort }: StepFacts): string {
  const [conflict] = conflicts;
  if (conflict !== undefined) {
    const count = counted(conflict.writes.length, "value");
    return `Superstep ${step}: ${conflict.channel} got ${count} and refused`;
  }
  switch (status) {
    case "open":
      return `Superstep ${step} is under way`;
    case "aborted":
      return `Superstep ${step} ${(abort === null ? undefined : ABORTED[abort.reason]) ?? "was aborted"}`;
    case "committed":
      return `Superstep ${step} was committed${SOURCES[source ?? "loop"]}`;
  }
}

const ABORTED: Readonly<Record<string, string>> = {
  interrupted: "waits for an answer",
  left: "left its graph",
};

const SOURCES = { input: ": the input", loop: "", update: ": an edit", fork: ": a fork" } as const;

function toneOf({ conflicts, abort }: StepFacts): Explanation["tone"] {
  if (conflicts.length === 0 && (abort === null || abort.reason === "left")) {
    return "plain";
  }
  return abort !== null && isWaiting(abort) ? "wait" : "refuse";
}
