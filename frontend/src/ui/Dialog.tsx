/** A modal dialog on the browser's own element: focus stays inside, Escape closes, focus goes back where it was. */

import { type MouseEvent, type ReactNode, useId } from "react";
import { IconButton } from "./Button";
import styles from "./Dialog.module.css";
import { useModal } from "./useModal";

export interface DialogProps {
  name: string;
  onClose: () => void;
  /** Wide for values and code. */
  size?: "normal" | "wide";
  /** Buttons along the bottom, the one that acts last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog that is open as long as it is drawn. */
export function Dialog({ name, onClose, size = "normal", actions, children }: DialogProps) {
  const title = useId();
  const dialog = useModal();
  const clickBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) {
      onClose();
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={title}
      onClose={onClose}
      onMouseDown={clickBeside}
    >
      <div className={styles.frame}>
        <header className={styles.head}>
          <h2 id={title}>{name}</h2>
          <IconButton size="small" icon="cross" name="Close" onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
