/** While the text does not parse: what is wrong, and the way to the line. What is drawn is the last text that did. */

import { goToLine } from "../store/place";
import { useFault } from "../store/useDocument";
import { Icon } from "../ui/Icon";
import styles from "./GraphCanvas.module.css";

export function FaultNote() {
  const fault = useFault();
  if (fault === null) {
    return null;
  }
  const { line } = fault;
  return (
    <p className={styles.fault} role="status">
      <Icon name="refuse" size="small" />
      <span>{fault.sentence}</span>
      {line === null ? null : (
        <button type="button" className={styles.line} onClick={() => goToLine(line)}>
          {`line ${line}`}
        </button>
      )}
    </p>
  );
}
