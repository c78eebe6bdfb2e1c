/** "Conflict": the file was changed elsewhere while edits here were not saved. Both are shown, a person decides. */

import { baseName } from "../base/path";
import type { DocumentResolve, DocumentView, FileConflict } from "../protocol/generated";
import { usePage } from "../store/useStore";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { DiffView } from "../ui/DiffView";
import styles from "./Overlays.module.css";

export interface ConflictOverlayProps {
  view: DocumentView;
  conflict: FileConflict;
  onClose: () => void;
}

/** The dialog. Closed without an answer it changes nothing, and the bar still tells of the conflict. */
export function ConflictOverlay({ view, conflict, onClose }: ConflictOverlayProps) {
  const page = usePage();
  const resolve = (keep: DocumentResolve["keep"]) => void page.order({ type: "document.resolve", keep });
  const isGone = conflict.text === null;
  return (
    <Dialog
      name="Conflict"
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button
            blocked={isGone ? "The file is gone: there is nothing to take." : null}
            onClick={() => resolve("disk")}
          >
            Take the file’s
          </Button>
          <Button onClick={() => resolve("mine")}>Keep mine</Button>
        </>
      }
    >
      <p className={styles.lead}>{leadOf(baseName(view.path), isGone)}</p>
      <DiffView diff={conflict.diff} name="From the file on disk to what is here" />
    </Dialog>
  );
}

function leadOf(file: string, isGone: boolean): string {
  return isGone
    ? `${file} was deleted or renamed while edits here were not saved. “Keep mine” writes it anew.`
    : `${file} was changed by something else while edits here were not saved. Below: − is what the file holds, + is what is here. “Keep mine” writes over the file; “Take the file’s” can be undone.`;
}
