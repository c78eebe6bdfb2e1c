/** The control of one field of the form: a box, a tick, a list of choices, or a small JSON box. */

import { type ChangeEvent, useId } from "react";
import { type Json, placed, readJson, writeJson } from "../base/json";
import controls from "../ui/Control.module.css";
import styles from "./InputForm.module.css";
import type { FormField } from "./schema";
import { type DraftReading, useDraft } from "./useDraft";
import { fits, withArticle } from "./values";

export interface FieldControlProps {
  field: FormField;
  /** The value that the JSON box gives this field, undefined when it gives none. */
  value: Json | undefined;
  onValue: (value: Json | undefined) => void;
}

interface ControlProps extends FieldControlProps {
  id: string;
}

/** One field with its label. */
export function FieldControl(props: FieldControlProps) {
  const { field } = props;
  const id = useId();
  const title = [field.type, field.description].filter((part) => part !== null).join(". ");
  return (
    <div className={styles.field} data-kind={field.kind} title={title}>
      <label htmlFor={id}>{field.key}</label>
      <ControlOf {...props} id={id} />
    </div>
  );
}

function ControlOf(props: ControlProps) {
  const { field, value, onValue, id } = props;
  if (!fits(field, value)) {
    return <DraftBox {...props} read={readAny} write={writeAny} />;
  }
  switch (field.kind) {
    case "text":
      return (
        <input
          id={id}
          type="text"
          className={controls.text}
          placeholder={value === null ? "null" : ""}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onValue(event.target.value)}
        />
      );
    case "boolean":
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onValue(event.target.checked)}
        />
      );
    case "choice":
      return <Choices {...props} />;
    case "integer":
    case "number":
      return <DraftBox {...props} read={(text) => readNumber(text, field)} write={writeAny} />;
    case "json":
      return <DraftBox {...props} read={readAny} write={writeAny} />;
  }
}

function Choices({ field, value, onValue, id }: ControlProps) {
  const texts = field.choices.map((choice) => writeJson(choice, "one"));
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const chosen = texts.indexOf(event.target.value);
    onValue(chosen < 0 ? undefined : field.choices[chosen]);
  };
  return (
    <select id={id} className={controls.select} value={writeAny(value)} onChange={choose}>
      <option value="">not given</option>
      {field.nullable ? <option value="null">null</option> : null}
      {texts.map((text) => (
        <option key={text} value={text}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface DraftBoxProps extends ControlProps {
  read: (text: string) => DraftReading<Json | undefined>;
  write: (value: Json | undefined) => string;
}

/** A box whose text may for a while be no value; then the value before stays and the box says what is wrong. */
function DraftBox({ id, field, value, onValue, read, write }: DraftBoxProps) {
  const { text, problem, type } = useDraft({ value, write, read, onValue });
  const shared = {
    id,
    value: text,
    "aria-invalid": problem === null ? undefined : (true as const),
    "aria-describedby": problem === null ? undefined : `${id}-problem`,
    spellCheck: false,
  };
  return (
    <>
      {field.kind === "json" ? (
        <textarea
          {...shared}
          rows={1}
          className={`${controls.area} ${styles.json}`}
          onChange={(event) => type(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode="decimal"
          className={controls.text}
          onChange={(event) => type(event.target.value)}
        />
      )}
      {problem === null ? null : (
        <span id={`${id}-problem`} className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}

function writeAny(value: Json | undefined): string {
  return value === undefined ? "" : writeJson(value, "one");
}

function readAny(text: string): DraftReading<Json | undefined> {
  if (text.trim() === "") {
    return { ok: true, value: undefined };
  }
  const reading = readJson(text);
  return reading.ok ? reading : { ok: false, problem: placed(reading.problem) };
}

function readNumber(text: string, field: FormField): DraftReading<Json | undefined> {
  const reading = readAny(text);
  if (!reading.ok || fits(field, reading.value)) {
    return reading;
  }
  return { ok: false, problem: `This should be ${withArticle(field.type)}.` };
}
