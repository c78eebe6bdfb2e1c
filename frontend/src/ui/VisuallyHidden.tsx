/** Words for a screen reader only. */

import type { ReactNode } from "react";
import styles from "./VisuallyHidden.module.css";

/** Takes no room on the page and is read out all the same. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
