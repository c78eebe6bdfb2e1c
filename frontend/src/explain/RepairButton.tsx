/** Makes a repair in the file, after a look at what changes there. */

import { useState } from "react";
import { notDrawable } from "../commands/draw";
import type { ChannelConflicted, Repair } from "../protocol/generated";
import { useDrawnGraph } from "../store/useDocument";
import { usePart } from "../store/useStore";
import { Button } from "../ui/Button";
import { ChangeDialog } from "../ui/ChangeDialog";
import { Icon } from "../ui/Icon";
import styles from "./ExplainPanel.module.css";
import { repairGesture } from "./repairGesture";

export interface RepairButtonProps {
  repair: Repair;
  conflict: ChannelConflicted;
}

/** The button; draws nothing where the repair is no edit that can be made by itself. */
export function RepairButton({ repair, conflict }: RepairButtonProps) {
  const graph = useDrawnGraph();
  const blocked = usePart(notDrawable);
  const [isOpen, setOpen] = useState(false);
  const [isMade, setMade] = useState(false);
  const gesture = repairGesture(repair, conflict, graph);
  if (gesture === null) {
    return isMade ? <Made /> : null;
  }
  return (
    // The panel is read out when it changes; the dialog is not news of the run.
    <div className={styles.repairActs} aria-live="off">
      <Button icon="pen" blocked={blocked} onClick={() => setOpen(true)}>
        {gesture.type === "field.add" ? `Declare ${gesture.name}…` : "Repair the file…"}
      </Button>
      {isOpen ? (
        <ChangeDialog
          name={repair.title}
          gesture={gesture}
          blocked={blocked}
          onClose={() => setOpen(false)}
          onMade={() => setMade(true)}
        >
          <p>{repair.detail}</p>
        </ChangeDialog>
      ) : null}
    </div>
  );
}

/** What ran is history; the file is another one now. */
function Made() {
  return (
    <p className={styles.made}>
      <Icon name="check" size="small" /> Made in the file. Restart runs it with the same input.
    </p>
  );
}
