/** While the cursor is in the past: what is shown, who was due then, and the way back to the live end. */

import type { PageState } from "../store/state";
import { usePage, usePart } from "../store/useStore";
import { IconButton } from "../ui/Button";
import styles from "./PastNote.module.css";

const wordsIn = ({ shown }: PageState): string | null => (shown.isLive ? null : pastWords(shown));

/** Nothing at the live end. */
export function PastNote() {
  const page = usePage();
  const words = usePart(wordsIn);
  if (words === null) {
    return null;
  }
  const [showing, due] = words.split("\n");
  return (
    <div className={styles.past}>
      <p className={styles.words} title={due}>
        <span>{showing}</span>
        <small>{due}</small>
      </p>
      <IconButton
        icon="end"
        name="Live end"
        title="Go to the live end (Shift End)"
        onClick={() => void page.moveTo("live")}
      />
    </div>
  );
}

/** Two lines in one string, so that an unchanged note is the same. */
export function pastWords({ entry, snapshot }: PageState["shown"]): string {
  const due = [...new Set(snapshot.next.map(({ node }) => node))];
  const then = due.length === 0 ? "nothing is due here" : `due then: ${due.join(", ")}`;
  return `showing step ${entry?.step ?? 0}\n${then}`;
}
