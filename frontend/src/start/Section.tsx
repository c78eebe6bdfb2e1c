/** A part of the start screen: a heading over a hairline, and what stands below it. */

import { type ReactNode, useId } from "react";
import styles from "./Section.module.css";

export interface SectionProps {
  name: string;
  note?: ReactNode;
  children: ReactNode;
}

/** One part. */
export function Section({ name, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{name}</h2>
        <span>{note}</span>
      </header>
      {children}
    </section>
  );
}
