/** Tasks that the code of another task called: who called them, and which of them are not called again. Pure. */

import type { AnyEvent, Preview } from "../protocol/generated";
import type { StepFacts } from "./facts";
import { counted, node, value, type Word } from "./parts";
import type { Saying } from "./ran";

/** The node of the task whose code called this one ("" where nobody told), and what it was called with. */
export interface CalledFact {
  readonly by: string;
  readonly input: Preview;
}

/** Null for a task that was planned. `own` are its events, `events` those of its superstep. */
export function calledFact(own: readonly AnyEvent[], events: readonly AnyEvent[]): CalledFact | null {
  const started = own.find((event) => event.type === "task.started");
  if (started?.calledBy == null) {
    return null;
  }
  const caller = events.find((event) => event.type === "task.started" && event.task === started.calledBy);
  return { by: caller?.type === "task.started" ? caller.node : "", input: started.input };
}

/** ": survey called it, with ((3,), {})." */
export function calledWords({ by, input }: CalledFact): readonly Word[] {
  const caller = by === "" ? "the code of another task" : node(by);
  return [": ", caller, " called it, with ", value(input), "."];
}

/** What called tasks returned is kept when their superstep waits: a call with the same place gets it at once. */
export function keptCallSayings({ kept, tasks }: StepFacts): readonly Saying[] {
  const called = new Set(tasks.flatMap(({ task, called: fact }) => (fact === null ? [] : [task])));
  const names = kept.filter(({ task }) => called.has(task)).map(({ node: name }) => name);
  return [...new Set(names)].map((name) => {
    const count = names.filter((other) => other === name).length;
    const what =
      count === 1
        ? " will not run again when it is called: what it returned is kept."
        : ` will not run again in ${counted(count, "call")} that ended: what they returned is kept.`;
    return { icon: "next", words: [node(name), what] };
  });
}
