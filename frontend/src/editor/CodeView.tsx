/** The text of the document with its colours. In a chunk of its own: it comes when the tab is first opened. */

import type { CodePlace } from "../store/place";
import styles from "./CodePanel.module.css";
import type { Marks } from "./highlight";
import { useCodeView } from "./useCodeView";

export interface CodeViewProps {
  text: string;
  marks: Marks;
  /** The line that was asked for last. */
  place: CodePlace;
}

/** The view. */
export function CodeView({ text, marks, place }: CodeViewProps) {
  const parent = useCodeView(text, marks, place);
  return <div ref={parent} className={styles.code} />;
}
