/** One question: who asks, what, and the box for the answer, with a form beside it where the node tells the type. */

import { type KeyboardEvent, useMemo } from "react";
import { readJson, writeJson } from "../base/json";
import type { OpenQuestion } from "../protocol/generated";
import { isAnswerable, typeAnswer } from "../store/questions";
import { Button } from "../ui/Button";
import controls from "../ui/Control.module.css";
import { Field } from "../ui/Field";
import { ValueText } from "../ui/ValueText";
import styles from "./AnswerForm.module.css";
import { FieldControl } from "./FieldControl";
import { InputForm } from "./InputForm";
import { formOf, wholeField } from "./schema";

export interface QuestionFieldProps {
  asked: OpenQuestion;
  /** How the one who asks is called here: "job", or "job, 2 of 3". */
  who: string;
  text: string;
  /** Why the text is no JSON; null when it is, or when there is none. */
  problem: string | null;
  onSubmit: () => void;
}

/** The question and its box. */
export function QuestionField({ asked, who, text, problem, onSubmit }: QuestionFieldProps) {
  const { question } = asked;
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onSubmit();
    }
  };
  return (
    <div className={styles.question} data-question={question.id}>
      <p className={styles.asks}>
        <b>{who}</b> asks{" "}
        <ValueText preview={question.value} name={`the question of ${who}`} lines="several" />
      </p>
      {isAnswerable(asked) ? (
        <div className={styles.answer}>
          <Field
            name={`Answer to ${who}`}
            note="JSON"
            problem={problem === null ? null : `This is not JSON. ${problem}`}
          >
            {(control) => (
              <textarea
                {...control}
                rows={1}
                spellCheck={false}
                placeholder="left open"
                className={`${controls.area} ${styles.json}`}
                value={text}
                onChange={(event) => typeAnswer(question.id, event.target.value)}
                onKeyDown={press}
              />
            )}
          </Field>
          {problem === null ? null : (
            <Button onClick={() => typeAnswer(question.id, writeJson(text.trim(), "one"))}>
              Take it as text
            </Button>
          )}
          {question.form === null ? null : <AnswerType id={question.id} form={question.form} text={text} />}
        </div>
      ) : (
        <p>
          It was raised without a place for an answer; ask by interrupt() to have one. Step runs the node
          again.
        </p>
      )}
    </div>
  );
}

/** The controls that the question's own schema asks for: each change in one shows in the box, and the other way. */
function AnswerType({ id, form: schema, text }: { id: string; form: string; text: string }) {
  const form = useMemo(() => formOf(schema), [schema]);
  const reading = readJson(text);
  const value = reading.ok ? reading.value : undefined;
  if (!form.whole) {
    const known = text.trim() === "" ? {} : value;
    return <InputForm form={form} text={text} value={known} onText={(next) => typeAnswer(id, next)} />;
  }
  return (
    <FieldControl
      field={wholeField(schema, `as ${form.type}`)}
      value={value}
      onValue={(next) => typeAnswer(id, next === undefined ? "" : writeJson(next, "one"))}
    />
  );
}
