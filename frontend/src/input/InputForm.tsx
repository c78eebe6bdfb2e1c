/** The form that the input schema asks for, beside the JSON box: each change in one shows in the other. */

import type { Json } from "../base/json";
import { FieldControl } from "./FieldControl";
import styles from "./InputForm.module.css";
import type { Form } from "./schema";
import { fieldValue, withField } from "./values";

export interface InputFormProps {
  form: Form;
  text: string;
  /** What the text says; undefined while it is not JSON. */
  value: Json | undefined;
  onText: (text: string) => void;
}

/** The fields, or a sentence when there can be none; nothing while the graph is not known. */
export function InputForm({ form, text, value, onText }: InputFormProps) {
  if (form.whole) {
    return <p className={styles.note}>The input is one value: {form.type}.</p>;
  }
  if (form.fields.length === 0) {
    return null;
  }
  if (value === undefined) {
    return <p className={styles.note}>The form is back when the JSON can be read.</p>;
  }
  return (
    <fieldset className={styles.form}>
      <legend>Input, field by field</legend>
      {form.fields.map((field) => (
        <FieldControl
          key={field.key}
          field={field}
          value={fieldValue(value, field.key)}
          onValue={(next) => onText(withField(text, field.key, next))}
        />
      ))}
    </fieldset>
  );
}
