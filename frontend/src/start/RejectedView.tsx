/** A document that gives no graph to run: what is wrong and where, or which of its graphs is meant. */

import type { ReactNode } from "react";
import type { Problem } from "../protocol/generated";
import { Button } from "../ui/Button";
import { type Place, ProblemList } from "./ProblemList";
import styles from "./Problems.module.css";

export interface RejectedViewProps {
  document: string;
  problems: readonly Problem[];
  /** The graphs to choose from, when there are several. */
  candidates: readonly string[];
  onChoose: (graph: string) => void;
  onReload: () => void;
  onPlace: (place: Place) => void;
  /** The document's text, read-only. */
  code: ReactNode;
}

/** The view in place of the regions. */
export function RejectedView(props: RejectedViewProps) {
  const { document, problems, candidates, onChoose, onReload, onPlace, code } = props;
  const choice = candidates.length > 0;
  return (
    <main className={styles.view} id="main" tabIndex={-1}>
      <section className={styles.side} aria-labelledby="rejected">
        <h2 id="rejected">
          {choice ? `${document} holds several graphs` : `${document} gives no graph to run`}
        </h2>
        {choice ? (
          <>
            <p className={styles.lead}>Choose the one to open.</p>
            <ul className={styles.choices} aria-label="Graphs">
              {candidates.map((graph) => (
                <li key={graph}>
                  <Button icon="arrow" onClick={() => onChoose(graph)}>
                    {graph}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className={styles.lead}>Mend it in your editor, then read it again.</p>
        )}
        <ProblemList problems={problems} onPlace={onPlace} />
        {choice ? null : (
          <Button look="filled" icon="restart" onClick={onReload}>
            Read {document} again
          </Button>
        )}
      </section>
      <div className={styles.code}>{code}</div>
    </main>
  );
}
