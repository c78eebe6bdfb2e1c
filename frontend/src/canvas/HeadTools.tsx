/** The palette of drawing, in the region's head: what is added, and the way back. */

import { DRAW_COMMANDS } from "../commands/draw";
import { redo, undo } from "../store/drawing";
import type { PageState } from "../store/state";
import { askFor, choose } from "../store/ui";
import { usePage, usePart } from "../store/useStore";
import { Button } from "../ui/Button";
import { ExportMenu } from "./ExportMenu";
import styles from "./GraphCanvas.module.css";
import { Sign } from "./Sign";

const commandOf = (id: string) => DRAW_COMMANDS.find((command) => command.id === id);
const addNode = commandOf("node.add");
const addField = commandOf("field.add");
const undoLast = commandOf("document.undo");
const redoLast = commandOf("document.redo");

const addBlockedIn = (state: PageState) => addNode?.blocked(state) ?? null;
const fieldBlockedIn = (state: PageState) => addField?.blocked(state) ?? null;
const undoBlockedIn = (state: PageState) => undoLast?.blocked(state) ?? null;
const redoBlockedIn = (state: PageState) => redoLast?.blocked(state) ?? null;
const undoNameIn = ({ document }: PageState) => document?.view.undo ?? null;
const redoNameIn = ({ document }: PageState) => document?.view.redo ?? null;
const hasDocumentIn = ({ document }: PageState) => document !== null;

/** The buttons; none while no text is known. */
export function HeadTools() {
  const page = usePage();
  const hasDocument = usePart(hasDocumentIn);
  const addBlocked = usePart(addBlockedIn);
  const fieldBlocked = usePart(fieldBlockedIn);
  const undoBlocked = usePart(undoBlockedIn);
  const redoBlocked = usePart(redoBlockedIn);
  const undoName = usePart(undoNameIn);
  const redoName = usePart(redoNameIn);
  return !hasDocument ? null : (
    <span className={styles.palette}>
      <Button
        look="quiet"
        data-size="small"
        blocked={addBlocked}
        title="Add node (N)"
        onClick={() => askFor("node.add")}
      >
        <Sign name="plus" />
        Add node
      </Button>
      <Button
        look="quiet"
        data-size="small"
        blocked={fieldBlocked}
        title="Add state field"
        onClick={() => {
          choose({ channelsView: "fields" });
          askFor("field.add");
        }}
      >
        <Sign name="plus" />
        Add state field
      </Button>
      <Button
        look="quiet"
        data-size="small"
        aria-label="Undo"
        blocked={undoBlocked}
        title={undoName === null ? "Undo" : `Undo: ${undoName}`}
        onClick={() => void undo(page)}
      >
        <Sign name="undo" />
      </Button>
      <Button
        look="quiet"
        data-size="small"
        aria-label="Redo"
        blocked={redoBlocked}
        title={redoName === null ? "Redo" : `Redo: ${redoName}`}
        onClick={() => void redo(page)}
      >
        <Sign name="redo" />
      </Button>
      <ExportMenu />
    </span>
  );
}
