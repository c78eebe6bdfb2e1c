/** A part of the window: a labelled region with a head and a body. The app says whether and how it closes. */

import { type ReactNode, use } from "react";
import { IconButton } from "./Button";
import styles from "./Region.module.css";
import { RegionCloser } from "./regionCloser";

export interface RegionProps {
  /** The accessible name and the heading. */
  name: string;
  /** A few words beside the heading: what is shown now. */
  note?: ReactNode;
  /** Switches and buttons at the right end of the head. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One region of the window. Its body scrolls by its own rules. */
export function Region({ name, note, actions, children }: RegionProps) {
  const close = use(RegionCloser);
  return (
    <section className={styles.region} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <span className={styles.note}>{note}</span>
        {actions}
        {close === null ? null : (
          <IconButton size="small" icon="cross" name={`Close ${name}`} onClick={close} />
        )}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
