/** The shipped examples, each opened as a copy. */

import type { Example } from "../protocol/generated";
import styles from "./ExampleList.module.css";
import { Section } from "./Section";
import { Sketch } from "./Sketch";
import { sketchOf } from "./sketches";

export interface ExampleListProps {
  examples: readonly Example[];
  onOpen: (example: string) => void;
}

/** A card for each: a small drawing, a title, what is to be seen. */
export function ExampleList({ examples, onOpen }: ExampleListProps) {
  return (
    <Section name="Examples" note="opened as a copy">
      <ul className={styles.cards} aria-label="Examples">
        {examples.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              className={styles.card}
              aria-label={example.title}
              aria-describedby={`example-${example.id}`}
              onClick={() => onOpen(example.id)}
            >
              <Sketch drawing={sketchOf(example.id)} />
              <strong>{example.title}</strong>
              <span id={`example-${example.id}`}>{example.summary}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
