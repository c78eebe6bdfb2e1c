/** The dialog that deletes a field: it says first who still uses it. */

import { ChangeDialog } from "../ui/ChangeDialog";
import type { RowDialogProps } from "./RenameFieldDialog";
import { Users } from "./Users";

/** The dialog. */
export function DeleteFieldDialog({ row, graph, blocked, onClose }: RowDialogProps) {
  const { name } = row.field;
  const isUsed = row.writers.length + row.readers.length > 0;
  return (
    <ChangeDialog
      name={`Delete ${name}`}
      action="Delete"
      gesture={{ type: "field.delete", name }}
      blocked={blocked}
      onClose={onClose}
    >
      <p>
        {isUsed
          ? `The schemas lose ${name}. The functions below still use it; Problems will name each place.`
          : `The schemas lose ${name}. No function of this file is known to use it.`}
      </p>
      <Users row={row} graph={graph} />
    </ChangeDialog>
  );
}
