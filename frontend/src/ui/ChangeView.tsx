/** What a change would do to the file: its diff, or why it would be refused. */

import styles from "./ChangeView.module.css";
import { DiffView } from "./DiffView";
import { Icon } from "./Icon";
import { Progress } from "./Progress";
import type { Change } from "./useChange";

/** The change. Draws nothing while there is none. */
export function ChangeView({ change }: { change: Change }) {
  switch (change.state) {
    case "none":
      return null;
    case "asking":
      return <Progress sentence="Working out what changes in the file" />;
    case "known":
      return change.diff === "" ? (
        <p className={styles.note}>Nothing in the file would change.</p>
      ) : (
        <DiffView diff={change.diff} />
      );
    case "refused":
      return (
        <p className={styles.refused} role="alert">
          <Icon name="refuse" size="small" />
          {change.problem.sentence}
        </p>
      );
  }
}
