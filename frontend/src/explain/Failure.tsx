/** A node that raised: the lines of its traceback, each of the document's own a way into the Code tab. */

import type { Frame, TaskFailed } from "../protocol/generated";
import { goToLine } from "../store/place";
import styles from "./ExplainPanel.module.css";

/** The traceback, innermost last. */
export function Failure({ failure }: { failure: TaskFailed }) {
  return (
    <ul className={styles.frames} aria-label={`Where ${failure.node} raised`}>
      {failure.traceback.map((frame) => (
        <li key={`${frame.path} ${frame.line} ${frame.function}`} className={styles.frame}>
          <Place frame={frame} /> in {frame.function}
          {frame.text === "" ? null : <pre>{frame.text}</pre>}
        </li>
      ))}
    </ul>
  );
}

function Place({ frame: { path, line, inDocument } }: { frame: Frame }) {
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return inDocument ? (
    <button
      type="button"
      className={styles.line}
      title={`Show line ${line} in the Code tab`}
      onClick={() => goToLine(line)}
    >
      {file}:{line}
    </button>
  ) : (
    <span title={path}>
      {file}:{line}
    </span>
  );
}
