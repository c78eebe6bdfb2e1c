/** The box for the name of a reducer: those of the file are suggested, another name is a new function. */

import { useId } from "react";
import controls from "../ui/Control.module.css";
import { Field } from "../ui/Field";

export interface OwnFunctionFieldProps {
  own: string;
  /** Functions that the file has. */
  functions: readonly string[];
  problem: string | null;
  /** Whether the box gets the focus when its dialog opens. */
  isFirst?: boolean;
  onChange: (own: string) => void;
}

/** The field. */
export function OwnFunctionField({
  own,
  functions,
  problem,
  isFirst = false,
  onChange,
}: OwnFunctionFieldProps) {
  const list = useId();
  const isNew = own !== "" && !functions.includes(own);
  return (
    <Field
      name="Function"
      note="f(old, new)"
      hint={
        isNew
          ? `${own} is new: it is written above the schema, and its body is yours.`
          : "It is in this file."
      }
      problem={problem}
    >
      {(control) => (
        <>
          <input
            {...control}
            data-first-focus={isFirst ? true : undefined}
            className={controls.text}
            list={list}
            spellCheck={false}
            autoComplete="off"
            value={own}
            onChange={(event) => onChange(event.target.value.trim())}
          />
          <datalist id={list}>
            {functions.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
