/** The editor. In a chunk of its own: it comes when the tab is first opened. */

import styles from "./CodePanel.module.css";
import type { Marks } from "./highlight";
import { type CodePlaces, useCodeView } from "./useCodeView";

/** The view. */
export function CodeView({ marks, places }: { marks: Marks; places: CodePlaces }) {
  const parent = useCodeView(marks, places);
  return <div ref={parent} className={styles.code} />;
}
