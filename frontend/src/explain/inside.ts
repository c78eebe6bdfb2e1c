/** What graphs inside the superstep's nodes did: a sentence for each of their supersteps. Pure. */

import type { AnyEvent } from "../protocol/generated";
import { type InsideStep, insideRuns } from "../store/inside";
import { code, listed, partsOf, type Sentence, value, type Word } from "./parts";
import type { Saying } from "./ran";

/** One graph inside: where it is, and its sentences. Of a long run the last are told. */
export interface InsideStory {
  readonly ns: string;
  /** "Inside sub", or "Inside sub › deeper"; of several runs there each has its number: "Inside sub, 1 of 3". */
  readonly title: string;
  readonly earlier: number;
  readonly sentences: readonly Sentence[];
}

const TOLD = 20;

/** The stories in the order in which the graphs began. */
export function insideStories(events: readonly AnyEvent[]): readonly InsideStory[] {
  const runs = insideRuns(events).map((run) => ({ ...run, title: `Inside ${run.path.join(" › ")}` }));
  return runs.map(({ ns, title, steps }) => ({
    ns,
    title: numbered(
      title,
      runs.filter((run) => run.title === title).map((run) => run.ns),
      ns,
    ),
    earlier: Math.max(steps.length - TOLD, 0),
    sentences: steps.slice(-TOLD).map(stepSentence),
  }));
}

/** Several tasks of a node, or several calls of one task, run the same graph: they are told apart by their order. */
function numbered(title: string, all: readonly string[], ns: string): string {
  return all.length === 1 ? title : `${title}, ${all.indexOf(ns) + 1} of ${all.length}`;
}

function stepSentence(step: InsideStep): Sentence {
  const { icon, words } = stepSaying(step);
  return { section: "Who ran, and why", icon, weight: "plain", parts: partsOf([`${step.step}: `, ...words]) };
}

function stepSaying(step: InsideStep): Saying {
  const { nodes, failed, asked, status } = step;
  if (nodes[0] === "__input__") {
    return { icon: "ran", words: ["the input came in."] };
  }
  if (asked.length > 0) {
    const words = asked.flatMap(({ node, question }) => [title(node), " asks ", value(question.value), ". "]);
    return { icon: "waits", words: [...words, "Nothing is applied before it is answered."] };
  }
  if (failed.length > 0) {
    return { icon: "refused", words: [...listed(failed.map(title)), " failed; nothing was applied."] };
  }
  const names = listed(nodes.map(title));
  if (status === "open") {
    return { icon: "next", words: [...names, nodes.length === 1 ? " is at work." : " are at work."] };
  }
  return status === "aborted" ? abortedSaying(names, step) : ranSaying(names, step);
}

function abortedSaying(names: readonly Word[], { reason }: InsideStep): Saying {
  if (reason === "left") {
    const words = [...names, " ran, and handed the run to the graph around; nothing is applied here."];
    return { icon: "ran", words };
  }
  const why = reason === "update_failed" ? "a channel refused what was written." : "it came to nothing.";
  return { icon: "refused", words: [...names, " ran; ", why] };
}

function ranSaying(names: readonly Word[], { changed }: InsideStep): Saying {
  const channels = [...new Set(changed)].filter(isOwn).map(code);
  return {
    icon: "ran",
    words:
      channels.length === 0
        ? [...names, " ran; no value changed."]
        : [...names, " ran; ", ...listed(channels), " changed."],
  };
}

/** Names of the graph inside: the root may have a node of the same name, which is another. */
function title(name: string) {
  return code(name === "__start__" ? "START" : name);
}

/** Triggers, joins and the input channel are the graph's own making. */
function isOwn(channel: string): boolean {
  return !/^(?:branch:|join:|__)/.test(channel);
}
