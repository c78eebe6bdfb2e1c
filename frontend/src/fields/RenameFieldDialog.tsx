/** The dialog that renames a field, in the schemas alone or in the functions that use it too. */

import { useState } from "react";
import type { DrawnGraph } from "../protocol/generated";
import { ChangeDialog } from "../ui/ChangeDialog";
import controls from "../ui/Control.module.css";
import { Field } from "../ui/Field";
import styles from "./Fields.module.css";
import { nameProblem } from "./names";
import { type FieldRow, namesIn } from "./rows";
import { Users } from "./Users";

export interface RowDialogProps {
  row: FieldRow;
  graph: DrawnGraph;
  blocked: string | null;
  onClose: () => void;
}

/** The dialog. */
export function RenameFieldDialog({ row, graph, blocked, onClose }: RowDialogProps) {
  const { name } = row.field;
  const [to, setTo] = useState(name);
  const [nodes, setNodes] = useState(true);
  const isSame = to.trim() === name;
  const problem = isSame ? null : nameProblem(to.trim(), namesIn(graph));
  const reason = isSame ? `It is called ${name} now; type another name.` : problem;
  return (
    <ChangeDialog
      name={`Rename ${name}`}
      action="Rename"
      gesture={reason === null ? { type: "field.rename", name, to: to.trim(), nodes } : null}
      blocked={blocked ?? reason}
      onClose={onClose}
    >
      {(refused) => (
        <>
          <Field name="New name" problem={problem ?? refused?.sentence ?? null}>
            {(control) => (
              <input
                {...control}
                data-first-focus
                className={controls.text}
                spellCheck={false}
                autoComplete="off"
                value={to}
                onFocus={(event) => event.target.select()}
                onChange={(event) => setTo(event.target.value)}
              />
            )}
          </Field>
          <label className={styles.check}>
            <input type="checkbox" checked={nodes} onChange={(event) => setNodes(event.target.checked)} />
            Also in the functions that use it
          </label>
          <Users row={row} graph={graph} />
        </>
      )}
    </ChangeDialog>
  );
}
