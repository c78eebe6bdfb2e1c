/** The questions of the open document's run, below its input. */

import { useStore } from "zustand";
import { underWay } from "../commands/reasons";
import { answerTexts, askersIn, forgetAnswers, waitingQuestions } from "../store/questions";
import type { PageState } from "../store/state";
import { usePage, usePart } from "../store/useStore";
import { AnswerForm } from "./AnswerForm";

const busyIn = (state: PageState): string | null => underWay(state);

/** The form while somebody asks; nothing otherwise. */
export function AnswerBar() {
  const page = usePage();
  const questions = usePart(waitingQuestions);
  const askers = usePart(askersIn);
  const busy = usePart(busyIn);
  const texts = useStore(answerTexts);
  if (questions.length === 0) {
    return null;
  }
  return (
    <AnswerForm
      questions={questions}
      askers={askers}
      texts={texts}
      busy={busy}
      onAnswer={(answers, until) => {
        page.ask({ type: "interrupt.answer", answers, until }).then(
          () => forgetAnswers(Object.keys(answers)),
          // The store tells the refusal, and what was typed stays.
          () => undefined,
        );
      }}
      onRefused={page.refuse}
    />
  );
}
