/** What nodes ask, each with a box for its answer. An empty box leaves its question open; it is asked again. */

import { type FormEvent, useRef } from "react";
import type { Json } from "../base/json";
import type { OpenQuestion } from "../protocol/generated";
import { type Answers, isAnswerable, readAnswers } from "../store/questions";
import { useAsked } from "../store/useAsked";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./AnswerForm.module.css";
import { QuestionField } from "./QuestionField";

export type AnswerUntil = "end" | "superstep";

export interface AnswerFormProps {
  questions: readonly OpenQuestion[];
  /** Who asks, in full. */
  askers: string;
  texts: Readonly<Record<string, string>>;
  /** Why nothing can be sent just now; null when it can. */
  busy: string | null;
  onAnswer: (answers: Readonly<Record<string, Json>>, until: AnswerUntil) => void;
  onRefused: (sentence: string) => void;
}

/** The form. Enter in a box answers, as the button does. */
export function AnswerForm({ questions, askers, texts, busy, onAnswer, onRefused }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useAsked(["answer"], () => form.current?.querySelector("textarea")?.focus());
  const answers = readAnswers(questions, texts);
  const blocked = busy ?? whyNot(questions, answers);
  const send = (until: AnswerUntil) => {
    if (blocked === null) {
      onAnswer(answers.given, until);
    } else {
      onRefused(`Answer: ${blocked}`);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send("superstep");
  };
  return (
    <form ref={form} className={styles.form} aria-label="Answer" onSubmit={submit}>
      <p className={styles.head}>
        <Icon name="clock" />
        Waiting for an answer of {askers}
        <small>Enter answers, Shift Enter breaks the line; an empty box leaves its question open</small>
      </p>
      <div className={styles.questions}>
        {questions.map((asked) => (
          <QuestionField
            key={asked.question.id}
            asked={asked}
            who={whoAsks(asked, questions)}
            text={texts[asked.question.id] ?? ""}
            problem={answers.problems[asked.question.id] ?? null}
            onSubmit={() => send("superstep")}
          />
        ))}
      </div>
      <span className={styles.acts}>
        <Button
          look="filled"
          type="submit"
          blocked={blocked}
          title="Each node that asks runs again from its start; then the run waits"
        >
          Answer
        </Button>
        <Button blocked={blocked} title="The same, and on to the end" onClick={() => send("end")}>
          Answer and run
        </Button>
      </span>
    </form>
  );
}

/** The node; of several questions of one node each has its number. */
function whoAsks(asked: OpenQuestion, questions: readonly OpenQuestion[]): string {
  const same = questions.filter(({ node }) => node === asked.node);
  return same.length === 1 ? asked.node : `${asked.node}, ${same.indexOf(asked) + 1} of ${same.length}`;
}

function whyNot(questions: readonly OpenQuestion[], { given, problems }: Answers): string | null {
  if (!questions.some(isAnswerable)) {
    return "Nothing that is asked has a place for an answer.";
  }
  if (Object.keys(problems).length > 0) {
    return "An answer is not JSON.";
  }
  return Object.keys(given).length === 0 ? "No answer is written yet." : null;
}
