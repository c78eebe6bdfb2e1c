/** What a change does to the text: a unified diff with its line numbers. Signs say added and removed, not colour alone. */

import { useMemo } from "react";
import styles from "./DiffView.module.css";
import { type DiffLine, diffLines, diffWords } from "./diffLines";

export interface DiffViewProps {
  /** A unified diff of one file. */
  diff: string;
  name?: string;
}

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = {
  added: "+",
  removed: "−",
  kept: " ",
  skipped: "",
};
const WORDS: Readonly<Record<DiffLine["kind"], string>> = {
  added: "added: ",
  removed: "removed: ",
  kept: "",
  skipped: "",
};

/** The lines, in a box that scrolls. */
export function DiffView({ diff, name = "Change of the file" }: DiffViewProps) {
  const lines = useMemo(() => diffLines(diff), [diff]);
  return (
    <div className={styles.diff}>
      <p className={styles.words}>{diffWords(lines)}</p>
      {lines.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <section className={styles.lines} aria-label={name} tabIndex={0}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff never move.
            <Line key={index} line={line} />
          ))}
        </section>
      )}
    </div>
  );
}

function Line({ line: { kind, text, before, after } }: { line: DiffLine }) {
  return (
    <div className={styles.line} data-kind={kind}>
      <span className={styles.number}>{before}</span>
      <span className={styles.number}>{after}</span>
      <span className={styles.sign} aria-hidden={true}>
        {SIGNS[kind]}
      </span>
      <span className={styles.hidden}>{WORDS[kind]}</span>
      <code>{text}</code>
    </div>
  );
}
