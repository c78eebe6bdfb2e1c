/** Progress of something whose end cannot be told: words, and a bar that moves unless motion is off. */

import styles from "./Progress.module.css";

/** Shown for what takes longer than half a second. The sentence says what is waited for. */
export function Progress({ sentence }: { sentence: string }) {
  return (
    <span className={styles.progress}>
      <span className={styles.bar} role="progressbar" aria-label={sentence} />
      {sentence}
    </span>
  );
}
