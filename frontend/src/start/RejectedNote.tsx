/** Over a document that gives no graph to run: what is wrong and where, or which of its graphs is meant. */

import type { Problem } from "../protocol/generated";
import { Button } from "../ui/Button";
import styles from "./Notes.module.css";
import { type Place, ProblemList } from "./ProblemList";

export interface RejectedNoteProps {
  document: string;
  problems: readonly Problem[];
  /** The graphs to choose from, when there are several. */
  candidates: readonly string[];
  onChoose: (graph: string) => void;
  onReload: () => void;
  onPlace: (place: Place) => void;
}

/** The note. */
export function RejectedNote({ candidates, ...rest }: RejectedNoteProps) {
  return candidates.length > 0 ? <Choice candidates={candidates} {...rest} /> : <Refusal {...rest} />;
}

function Choice({ document, candidates, onChoose }: Omit<RejectedNoteProps, "onReload">) {
  return (
    <section className={styles.note} data-tone="wait" aria-labelledby="rejected">
      <div className={styles.words}>
        <h2 id="rejected">{document} holds several graphs</h2>
        <p className={styles.lead}>Choose the one to run.</p>
      </div>
      <ul className={styles.choices} aria-label="Graphs">
        {candidates.map((graph) => (
          <li key={graph}>
            <Button icon="arrow" onClick={() => onChoose(graph)}>
              {graph}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refusal({ document, problems, onReload, onPlace }: Omit<RejectedNoteProps, "candidates">) {
  return (
    <section className={styles.note} data-tone="refuse" aria-labelledby="rejected">
      <div className={styles.words}>
        <h2 id="rejected">{document} gives no graph to run</h2>
        <p className={styles.lead}>
          Mend it by drawing, by typing, or in your own editor; Step reads it again.
        </p>
        <ProblemList name="Why it does not run" problems={problems} onPlace={onPlace} />
      </div>
      <Button icon="restart" onClick={onReload}>
        Read {document} again
      </Button>
    </section>
  );
}
