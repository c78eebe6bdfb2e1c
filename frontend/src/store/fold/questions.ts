/** Questions in the picture: those that tasks asked and nobody has answered yet. They belong to one checkpoint. */

import type { PlannedTask, TaskInterrupted } from "../../protocol/generated";
import type { Draft } from "./draft";

/** These tasks are due: a question whose task is not among them is asked by nobody any more. */
export function planQuestions(draft: Draft, tasks: readonly PlannedTask[]): void {
  if (draft.questions.length > 0) {
    const due = new Set(tasks.filter(({ restored }) => !restored).map(({ id }) => id));
    draft.questions = draft.questions.filter(({ task }) => due.has(task));
  }
}

/** The task runs from its start: what is still open, it asks again. */
export function startQuestions(draft: Draft, started: string): void {
  if (draft.questions.length > 0) {
    draft.questions = draft.questions.filter(({ task }) => task !== started);
  }
}

/** A task asks; what it asks because a task that it called does is asked once. */
export function askQuestions(draft: Draft, { task, node, questions, place }: TaskInterrupted): void {
  startQuestions(draft, task);
  const asked = new Set(questions.map(({ id }) => id));
  const others = draft.questions.filter(({ question }) => !asked.has(question.id));
  draft.questions = [...others, ...questions.map((question) => ({ task, node, question, place }))];
}

/** The live end is another checkpoint. */
export function forgetQuestions(draft: Draft): void {
  draft.questions = draft.questions.length === 0 ? draft.questions : [];
}
