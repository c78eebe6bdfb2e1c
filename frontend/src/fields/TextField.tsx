/** A labelled line of text. */

import controls from "../ui/Control.module.css";
import { Field } from "../ui/Field";

export interface TextFieldProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  note?: string;
  hint?: string;
  problem?: string | undefined;
  /** The id of a list of suggestions. */
  list?: string;
  /** Whether it gets the focus when its dialog opens. */
  isFirst?: boolean;
}

/** The field. */
export function TextField({
  name,
  value,
  onChange,
  note,
  hint,
  problem,
  list,
  isFirst = false,
}: TextFieldProps) {
  return (
    <Field name={name} note={note} hint={hint} problem={problem ?? null}>
      {(control) => (
        <input
          {...control}
          data-first-focus={isFirst ? true : undefined}
          className={controls.text}
          list={list}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
