/** The dialog that gives a field a reducer of the person's own: a function of the file, or a new one. */

import { useState } from "react";
import type { DrawnField } from "../protocol/generated";
import { useFunctions } from "../store/useDocument";
import { ChangeDialog } from "../ui/ChangeDialog";
import { functionProblem } from "./names";
import { OwnFunctionField } from "./OwnFunctionField";
import { mergingOf } from "./rules";

export interface OwnFunctionDialogProps {
  field: DrawnField;
  blocked: string | null;
  onClose: () => void;
}

/** The dialog. */
export function OwnFunctionDialog({ field, blocked, onClose }: OwnFunctionDialogProps) {
  const { name } = field;
  const { id, title } = mergingOf(field);
  const functions = useFunctions();
  const [own, setOwn] = useState(() =>
    // A lambda has no name to begin with.
    id === "function" && functionProblem(title) === null ? title : `merge_${name}`,
  );
  const problem = functionProblem(own);
  return (
    <ChangeDialog
      name={`Merge ${name} by a function`}
      gesture={
        problem === null ? { type: "field.merge", name, merge: { kind: "function", function: own } } : null
      }
      blocked={blocked ?? problem}
      onClose={onClose}
    >
      {(refused) => (
        <OwnFunctionField
          own={own}
          functions={functions}
          problem={own === "" ? null : (problem ?? refused?.sentence ?? null)}
          isFirst
          onChange={setOwn}
        />
      )}
    </ChangeDialog>
  );
}
