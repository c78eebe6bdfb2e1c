/** A dialog with the whole text of one value. */

import { Button } from "./Button";
import { CopyButton } from "./CopyButton";
import { Dialog } from "./Dialog";
import { Progress } from "./Progress";
import { useWholeValue } from "./useWholeValue";
import styles from "./ValueText.module.css";

export interface WholeValueDialogProps {
  /** What the value is of: "plan". */
  name: string;
  valueRef: string;
  onClose: () => void;
}

/** Reads the value when it opens; a long one comes page by page. */
export function WholeValueDialog({ name, valueRef, onClose }: WholeValueDialogProps) {
  const whole = useWholeValue(valueRef);
  const left = (whole.characters ?? 0) - whole.text.length;
  return (
    <Dialog
      name={`Whole value of ${name}`}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <span className={styles.count}>{counted(whole.text.length, whole.characters)}</span>
          {left > 0 || whole.status === "failed" ? (
            <Button
              onClick={whole.more}
              blocked={whole.status === "reading" ? "The next part is being read." : null}
            >
              {whole.status === "failed" ? "Try again" : "Show more"}
            </Button>
          ) : null}
          <CopyButton text={whole.text} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable with the keyboard. */}
      <pre className={styles.whole} tabIndex={0}>
        {whole.text}
      </pre>
      {whole.status === "reading" ? <Progress sentence="Reading the value" /> : null}
      {whole.status === "failed" ? <p className={styles.failed}>{whole.problem}</p> : null}
    </Dialog>
  );
}

function counted(read: number, all: number | null): string {
  if (all === null) {
    return "";
  }
  const total = `${all.toLocaleString("en")} ${all === 1 ? "character" : "characters"}`;
  return read < all ? `${read.toLocaleString("en")} of ${total}` : total;
}
