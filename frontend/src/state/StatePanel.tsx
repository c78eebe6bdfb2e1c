/** The State tab: what every channel holds at the cursor, as trees and as text to take along. */

import { use } from "react";
import { readJson } from "../base/json";
import type { Cell } from "../protocol/generated";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { NotYet } from "../ui/NotYet";
import { ValueText } from "../ui/ValueText";
import { ValueReading } from "../ui/valueReader";
import { JsonTree } from "./JsonTree";
import styles from "./StatePanel.module.css";
import { stateText } from "./stateText";

export interface StatePanelProps {
  /** When this was the state: "after step 2". */
  when: string;
  /** The state's channels that hold something, in the graph's order. */
  cells: readonly Cell[];
  /** Internal channels, folded away. */
  internal: readonly Cell[];
  /** Why the state cannot be edited now; null when it can. */
  editBlocked: string | null;
  /** Open the edit, with one channel's value or with none. */
  onEdit: (channel: string | null) => void;
}

/** The panel. */
export function StatePanel({ when, cells, internal, editBlocked, onEdit }: StatePanelProps) {
  const read = use(ValueReading);
  if (cells.length + internal.length === 0) {
    return <NotYet keys="F10">What each channel holds is here after the first step.</NotYet>;
  }
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h3>State {when}</h3>
        <div className={styles.acts}>
          <CopyButton text={() => stateText(cells, read)} name="Copy state as JSON" look="icon" />
          <Button icon="pen" blocked={editBlocked} title="Edit state" onClick={() => onEdit(null)}>
            Edit state
          </Button>
        </div>
      </header>
      <Cells cells={cells} editBlocked={editBlocked} onEdit={onEdit} />
      {internal.length === 0 ? null : (
        <details className={styles.inside}>
          <summary>Internal channels ({internal.length})</summary>
          <Cells cells={internal} editBlocked={editBlocked} onEdit={onEdit} />
        </details>
      )}
    </div>
  );
}

type CellsProps = Pick<StatePanelProps, "cells" | "editBlocked" | "onEdit">;

function Cells({ cells, editBlocked, onEdit }: CellsProps) {
  return (
    <dl className={styles.cells}>
      {cells.map((cell) => (
        <div key={cell.name} className={styles.cell} data-changed={cell.changed}>
          <dt>
            <code>{cell.name}</code>
            {cell.available ? null : <small>stored, not yet available</small>}
            <Button
              look="quiet"
              data-size="small"
              icon="pen"
              aria-label={`Edit ${cell.name}`}
              title={`Edit ${cell.name}`}
              blocked={editBlocked}
              onClick={() => onEdit(cell.name)}
            />
          </dt>
          <dd>
            <CellValue cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CellValue({ cell }: { cell: Cell }) {
  const reading = readJson(cell.value.json ?? "");
  return reading.ok ? (
    <JsonTree value={reading.value} open={true} />
  ) : (
    <ValueText preview={cell.value} name={cell.name} lines="several" />
  );
}
