/** The first stops of the Tab key: past the bar to what one came for. Seen only while they have the focus. */

import type { MouseEvent } from "react";
import { focusInto } from "./focus";
import styles from "./SkipLinks.module.css";

/** Links to the parts of the page. */
export function SkipLinks({ to }: { to: readonly { id: string; name: string }[] }) {
  const jump = (event: MouseEvent, id: string) => {
    event.preventDefault();
    focusInto(`#${id}`);
  };
  return (
    <nav aria-label="Skip" className={styles.links}>
      {to.map(({ id, name }) => (
        <a key={id} href={`#${id}`} onClick={(event) => jump(event, id)}>
          Skip to {name}
        </a>
      ))}
    </nav>
  );
}
