/** What a panel shows before it has anything: what will be here, and the key that gets there. */

import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import { Kbd } from "./Kbd";

export interface EmptyStateProps {
  /** One sentence: what this panel will show. */
  children: ReactNode;
  /** The key that makes it so. */
  keys?: string;
}

/** One empty panel. */
export function EmptyState({ children, keys }: EmptyStateProps) {
  return (
    <p className={styles.empty}>
      {children}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </p>
  );
}
