/** The dialogs that a row of the fields opens. */

import type { DrawnGraph } from "../protocol/generated";
import { ChangeDialog } from "../ui/ChangeDialog";
import { DeleteFieldDialog } from "./DeleteFieldDialog";
import { OwnFunctionDialog } from "./OwnFunctionDialog";
import type { Opened } from "./opened";
import { RenameFieldDialog } from "./RenameFieldDialog";

export interface FieldDialogProps {
  opened: Opened;
  graph: DrawnGraph;
  /** Why nothing can be edited now; null when it can. */
  blocked: string | null;
  onClose: () => void;
}

/** The dialog that is open. */
export function FieldDialog({ opened, graph, blocked, onClose }: FieldDialogProps) {
  switch (opened.kind) {
    case "rename":
      return <RenameFieldDialog row={opened.row} graph={graph} blocked={blocked} onClose={onClose} />;
    case "delete":
      return <DeleteFieldDialog row={opened.row} graph={graph} blocked={blocked} onClose={onClose} />;
    case "function":
      return <OwnFunctionDialog field={opened.field} blocked={blocked} onClose={onClose} />;
    case "change":
      return <ChangeDialog name={opened.name} gesture={opened.gesture} blocked={blocked} onClose={onClose} />;
  }
}
