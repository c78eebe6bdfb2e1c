/** A labelled control: its name above, a hint or what is wrong below, tied together for screen readers. */

import { type ReactNode, useId } from "react";
import styles from "./Field.module.css";
import { Icon } from "./Icon";

/** What the control must put on its element. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  name: string;
  /** A few words after the name: the type, "optional". */
  note?: ReactNode;
  hint?: ReactNode;
  /** What is wrong and where; null when nothing is. */
  problem?: string | null;
  children: (control: ControlProps) => ReactNode;
}

/** One field of a form. */
export function Field({ name, note, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const said = problem !== null || hint !== undefined;
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{name}</label>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </div>
      {children({
        id,
        "aria-describedby": said ? `${id}-said` : undefined,
        "aria-invalid": problem === null ? undefined : true,
      })}
      <div id={`${id}-said`} className={styles.said} data-problem={problem !== null} aria-live="polite">
        {problem === null ? null : <Icon name="refuse" size="small" />}
        {problem ?? hint}
      </div>
    </div>
  );
}
