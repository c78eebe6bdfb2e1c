/** What is wrong with a document: sentence and place, each place a way to the line. */

import type { Frame, Problem } from "../protocol/generated";
import { Icon } from "../ui/Icon";
import styles from "./Notes.module.css";

/** A place in the document. */
export interface Place {
  readonly line: number;
  readonly column: number | null;
}

export interface ProblemListProps {
  name: string;
  problems: readonly Problem[];
  onPlace: (place: Place) => void;
}

/** The list of problems. */
export function ProblemList({ name, problems, onPlace }: ProblemListProps) {
  return (
    <ul className={styles.list} aria-label={name}>
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole and never reordered.
        <li key={index} className={styles.problem} data-severity={problem.severity}>
          <Icon name={problem.severity === "error" ? "refuse" : "warning"} />
          <div>
            <p>{problem.sentence}</p>
            <small>{problem.code}</small>
            <Traceback frames={problem.traceback} onPlace={onPlace} />
          </div>
          {problem.line === null ? null : (
            <LineButton line={problem.line} column={problem.column} onPlace={onPlace} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Traceback({ frames, onPlace }: { frames: readonly Frame[]; onPlace: (place: Place) => void }) {
  if (frames.length === 0) {
    return null;
  }
  return (
    <ol className={styles.traceback} aria-label="Traceback, innermost last">
      {frames.map((frame, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a traceback never changes.
        <li key={index}>
          <span>
            {frame.inDocument ? "" : `${frame.path}:${frame.line} `}
            {frame.function}
          </span>
          {frame.inDocument ? <LineButton line={frame.line} column={null} onPlace={onPlace} /> : null}
          <code>{frame.text}</code>
        </li>
      ))}
    </ol>
  );
}

function LineButton({ line, column, onPlace }: Place & { onPlace: (place: Place) => void }) {
  return (
    <button type="button" className={styles.place} onClick={() => onPlace({ line, column })}>
      line {line}
      {column === null ? "" : `:${column}`}
    </button>
  );
}
