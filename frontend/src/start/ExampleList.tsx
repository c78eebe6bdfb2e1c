/** The shipped examples, each opened as a copy. */

import { useId } from "react";
import type { Example } from "../protocol/generated";
import styles from "./ExampleList.module.css";
import { Section } from "./Section";
import { Sketch } from "./Sketch";
import { Summary } from "./Summary";
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
          <ExampleCard key={example.id} example={example} onOpen={onOpen} />
        ))}
      </ul>
    </Section>
  );
}

/** The title's button covers the card, so that its name is the title and its description the summary. */
function ExampleCard({ example, onOpen }: { example: Example; onOpen: (example: string) => void }) {
  const id = useId();
  const drawing = sketchOf(example.id);
  return (
    <li className={styles.card}>
      {drawing === null ? null : <Sketch drawing={drawing} />}
      <button type="button" aria-describedby={id} onClick={() => onOpen(example.id)}>
        {example.title}
      </button>
      <p id={id}>
        <Summary text={example.summary} />
      </p>
    </li>
  );
}
