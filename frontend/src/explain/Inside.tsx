/** The supersteps of graphs inside the nodes of the shown superstep, each graph under its path. */

import { useMemo } from "react";
import type { AnyEvent } from "../protocol/generated";
import styles from "./ExplainPanel.module.css";
import { insideStories } from "./inside";
import { Say } from "./Say";

/** One list for each graph; nothing where no node called one. */
export function Inside({ events }: { events: readonly AnyEvent[] }) {
  const stories = useMemo(() => insideStories(events), [events]);
  return stories.map(({ ns, title, earlier, sentences }) => (
    <section key={ns} className={styles.section} aria-label={title}>
      <h4>{title}</h4>
      {earlier === 0 ? null : <p className={styles.say}>{earlier} earlier supersteps are not shown.</p>}
      {sentences.map((sentence, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the supersteps of a run only ever grow at the end.
        <Say key={earlier + place} sentence={sentence} />
      ))}
    </section>
  ));
}
