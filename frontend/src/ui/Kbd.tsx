/** A key, as it is written on this machine's keyboard. */

import styles from "./Kbd.module.css";

/** One key or chord. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={styles.kbd}>{keys}</kbd>;
}
