/** Questions that wait for a person, and the texts that stand in the boxes for their answers. */

import { createStore } from "zustand/vanilla";
import { type Json, placed, readJson } from "../base/json";
import type { NodeView, OpenQuestion, Snapshot } from "../protocol/generated";
import { idIn, titleOf } from "./innerPath";
import type { PageState } from "./state";

const NONE: readonly OpenQuestion[] = [];

/** The questions that can be answered now, the live end's; none while the run is at work or held in a superstep. */
export function waitingQuestions({ live }: PageState): readonly OpenQuestion[] {
  const { run, questions } = live;
  const isHeld = run.status === "paused" && run.reason !== "question";
  return run.status === "running" || isHeld || questions.length === 0 ? NONE : inOrder(live);
}

/** Nodes ask side by side, in any order: they are shown in the graph's, and the same array for the same questions. */
function inOrder({ questions, graph }: Snapshot): readonly OpenQuestion[] {
  const before = ordered.get(questions);
  if (before !== undefined) {
    return before;
  }
  const places = new Map(graph?.nodes.map(({ name }, index) => [name, index]));
  const place = ({ node }: OpenQuestion) => places.get(node) ?? places.size;
  // Tasks of one node stand in the order of the plan, whoever asked first.
  const sorted = questions.toSorted((one, other) => place(one) - place(other) || one.place - other.place);
  ordered.set(questions, sorted);
  return sorted;
}

const ordered = new WeakMap<readonly OpenQuestion[], readonly OpenQuestion[]>();

/** The nodes that wait for an answer, each once. */
export function waitingNodes(questions: readonly OpenQuestion[]): readonly string[] {
  return [...new Set(questions.map(({ node }) => node))];
}

/**
 * Who asks, in full: the nodes that lead to the one in the innermost graph, "dig › ask". Where several ask inside,
 * the node around them does.
 */
export function askerIn({ live }: PageState, name: string): string {
  let id = name;
  for (;;) {
    const within = Object.values(live.inner[id]?.nodes ?? {}).filter(isAsking);
    const [only] = within;
    if (only === undefined || within.length > 1) {
      return titleOf(id);
    }
    id = idIn(id, only.name);
  }
}

function isAsking({ status }: NodeView): boolean {
  return status === "interrupted";
}

/** The nodes that wait for an answer, each once and in full, as one text. */
export function askersIn(state: PageState): string {
  return waitingNodes(waitingQuestions(state))
    .map((name) => askerIn(state, name))
    .join(", ");
}

/** Only `interrupt()` leaves a place for an answer; a question that a node raised itself has an id of its own. */
export function isAnswerable({ question }: OpenQuestion): boolean {
  return /^[0-9a-f]{32}$/.test(question.id);
}

/** The answers as they are typed, by the question's id. A question that is asked again keeps its text. */
export const answerTexts = createStore<Readonly<Record<string, string>>>(() => ({}));

/** A person typed an answer. */
export function typeAnswer(question: string, text: string): void {
  answerTexts.setState({ [question]: text });
}

/** These were given: if they are asked again, it is with empty boxes. */
export function forgetAnswers(questions: readonly string[]): void {
  const given = new Set(questions);
  const left = Object.entries(answerTexts.getState()).filter(([question]) => !given.has(question));
  answerTexts.setState(Object.fromEntries(left), true);
}

/** What the boxes say: the answers, and what is wrong where a text is no JSON. An empty box leaves its question open. */
export interface Answers {
  readonly given: Readonly<Record<string, Json>>;
  readonly problems: Readonly<Record<string, string>>;
}

export function readAnswers(
  questions: readonly OpenQuestion[],
  texts: Readonly<Record<string, string>>,
): Answers {
  const given: Record<string, Json> = {};
  const problems: Record<string, string> = {};
  for (const { question } of questions.filter(isAnswerable)) {
    const text = (texts[question.id] ?? "").trim();
    const reading = text === "" ? null : readJson(text);
    if (reading?.ok === true) {
      given[question.id] = reading.value;
    } else if (reading !== null) {
      problems[question.id] = placed(reading.problem);
    }
  }
  return { given, problems };
}
