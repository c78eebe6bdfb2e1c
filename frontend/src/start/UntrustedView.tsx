/** A document that nobody trusts yet: its text to read, and the word that lets it run. */

import type { ReactNode } from "react";
import type { Problem } from "../protocol/generated";
import { Button } from "../ui/Button";
import { type Place, ProblemList } from "./ProblemList";
import styles from "./Problems.module.css";

export interface UntrustedViewProps {
  document: string;
  problems: readonly Problem[];
  onTrust: () => void;
  onPlace: (place: Place) => void;
  /** The document's text, read-only. */
  code: ReactNode;
}

/** The view in place of the regions. */
export function UntrustedView({ document, problems, onTrust, onPlace, code }: UntrustedViewProps) {
  return (
    <main className={styles.view} id="main" tabIndex={-1}>
      <section className={styles.side} aria-labelledby="untrusted">
        <h2 id="untrusted">Read {document} before it runs</h2>
        <p className={styles.lead}>
          Importing a Python file runs its code with your rights: it can read and change your files. So far it
          was only read as text.
        </p>
        <p className={styles.lead}>
          Your word holds for this file as it is now. When its content changes, you are asked again.
        </p>
        <Button look="filled" icon="key" title={`Trust and run ${document}`} onClick={onTrust}>
          Trust and run {document}
        </Button>
        <ProblemList problems={problems} onPlace={onPlace} />
      </section>
      <div className={styles.code}>{code}</div>
    </main>
  );
}
