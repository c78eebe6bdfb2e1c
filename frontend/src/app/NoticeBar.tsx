/** A floating line at the foot of the window for what is said in passing. */

import { IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./NoticeBar.module.css";
import { dismiss } from "./notices";
import { useNotice } from "./useNotice";

/** The live region is always there, so that a screen reader hears what comes into it. */
export function NoticeBar() {
  const notice = useNotice();
  return (
    <div role="status" aria-label="Notice" className={styles.place}>
      {notice === null ? null : (
        <p key={notice.id} className={styles.notice} data-tone={notice.tone}>
          {notice.tone === "refuse" ? <Icon name="refuse" /> : null}
          <span>{notice.sentence}</span>
          <IconButton size="small" icon="cross" name="Close notice" onClick={() => dismiss(notice.id)} />
        </p>
      )}
    </div>
  );
}
