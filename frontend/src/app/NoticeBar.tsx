/** A floating line at the foot of the window: what was refused last. It stays until it is closed or something works. */

import { IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./NoticeBar.module.css";

export interface NoticeBarProps {
  sentence: string | null;
  onClose: () => void;
}

/** The live region is always there, so that a screen reader hears what comes into it. */
export function NoticeBar({ sentence, onClose }: NoticeBarProps) {
  return (
    <div role="status" aria-label="Notice" className={styles.place}>
      {sentence === null ? null : (
        <p key={sentence} className={styles.notice}>
          <Icon name="refuse" />
          <span>{sentence}</span>
          <IconButton size="small" icon="cross" name="Close notice" onClick={onClose} />
        </p>
      )}
    </div>
  );
}
