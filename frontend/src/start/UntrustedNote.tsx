/** Over a document that nobody trusts yet: it can be read, drawn and typed; this is the word that lets it run. */

import { Button } from "../ui/Button";
import styles from "./Notes.module.css";

export interface UntrustedNoteProps {
  document: string;
  onTrust: () => void;
}

/** The note. */
export function UntrustedNote({ document, onTrust }: UntrustedNoteProps) {
  return (
    <section className={styles.note} data-tone="wait" aria-labelledby="untrusted">
      <div className={styles.words}>
        <h2 id="untrusted">Read {document} before it runs</h2>
        <p className={styles.lead}>
          Importing a Python file runs its code with your rights: it can read and change your files. So far it
          was only read as text. Your word holds for this file as it is now; when its content changes
          elsewhere, you are asked again.
        </p>
      </div>
      <Button look="filled" icon="key" title={`Trust and run ${document}`} onClick={onTrust}>
        Trust and run {document}
      </Button>
    </section>
  );
}
