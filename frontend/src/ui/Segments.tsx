/** A choice between a few views, side by side. One tab stop; the arrow keys choose. */

import { useId } from "react";
import styles from "./Segments.module.css";

export interface SegmentsProps<Id extends string> {
  /** The accessible name of the choice. */
  name: string;
  choices: readonly { readonly id: Id; readonly name: string; readonly title?: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

/** The choice. */
export function Segments<Id extends string>({ name, choices, chosen, onChoose }: SegmentsProps<Id>) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={name} className={styles.segments}>
      {choices.map(({ id, name: word, title }) => (
        <label key={id} className={styles.segment} title={title}>
          <input
            type="radio"
            name={group}
            className={styles.radio}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          {word}
        </label>
      ))}
    </div>
  );
}
