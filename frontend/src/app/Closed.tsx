/** The page without a way to the server: why, and what to do. */

import { Logo } from "../ui/Icon";
import styles from "./Closed.module.css";

/** Shown when the page was opened without a code, or with one that was used before. */
export function Closed({ sentence }: { sentence: string }) {
  return (
    <main className={styles.closed}>
      <p className={styles.brand}>
        <Logo /> Stepgraph
      </p>
      <h1>This window has no key to the server</h1>
      <p>{sentence}</p>
      <p>
        Stepgraph prints an address when it starts; each one opens one window. Start it again with{" "}
        <code>stepgraph</code>, or use “Open another window” in a page that is open.
      </p>
    </main>
  );
}
