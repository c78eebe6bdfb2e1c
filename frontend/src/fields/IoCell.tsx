/** Whether an input brings a state field, or the output has it: ticked, it belongs to that schema. */

import { edit } from "../store/drawing";
import { useDrawnGraph } from "../store/useDocument";
import { usePage } from "../store/useStore";
import styles from "./Fields.module.css";
import { type FieldRow, schemaFields } from "./rows";

export interface IoCellProps {
  row: FieldRow;
  part: "input" | "output";
  blocked: string | null;
}

/** The cell. Only the state's own fields can be chosen from. */
export function IoCell({ row: { field, schema, io }, part, blocked }: IoCellProps) {
  const page = usePage();
  const graph = useDrawnGraph();
  const isOfState = schema.roles.includes("state") && field.kind !== "managed";
  if (graph === null || !isOfState) {
    return (
      <td className={styles.tick}>
        <span className={styles.dim}>–</span>
      </td>
    );
  }
  const on = io[part];
  const fields = schemaFields(graph, part, { name: field.name, on: !on });
  const reason = blocked ?? (fields?.length === 0 ? `At least one field has to be ${part}.` : null);
  return (
    <td className={styles.tick}>
      <input
        type="checkbox"
        checked={on}
        aria-label={`${field.name} is ${part}`}
        aria-disabled={reason === null ? undefined : true}
        title={reason ?? (on ? `${field.name} belongs to the ${part}` : `${field.name} is no ${part}`)}
        onChange={() => {
          if (reason === null) {
            void edit(page, { type: "schema.set", role: part, fields });
          }
        }}
      />
    </td>
  );
}
