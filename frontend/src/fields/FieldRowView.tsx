/** One state field: its parts, each edited where it stands. */

import { type KeyboardEvent, use, useEffect, useRef } from "react";
import { goToLine } from "../store/place";
import { choose } from "../store/ui";
import { IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./Fields.module.css";
import { FileLink } from "./FileLink";
import { IoCell } from "./IoCell";
import { MergeCell } from "./MergeCell";
import { NodeChips } from "./NodeChips";
import { OpenDialog } from "./opened";
import type { FieldRow, Locked } from "./rows";
import { TypeCell } from "./TypeCell";

export interface FieldRowProps {
  row: FieldRow;
  blocked: string | null;
  file: string;
  isSelected: boolean;
}

/** The row. F2 renames its field, Delete deletes it. */
export function FieldRowView({ row, blocked, file, isSelected }: FieldRowProps) {
  const { field, schema, writers, readers, io, locked } = row;
  const open = use(OpenDialog);
  const reason = locked?.sentence ?? blocked;
  const act = (kind: "delete" | "rename") => reason === null && open({ kind, row });
  const press = (event: KeyboardEvent) => {
    const kind = actOf(event);
    if (kind !== null) {
      event.preventDefault();
      event.stopPropagation();
      act(kind);
    }
  };
  const place = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isSelected) {
      place.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isSelected]);
  const isContext = schema.roles.every((role) => role === "context");
  return (
    <tr
      ref={place}
      className={styles.row}
      data-selected={isSelected}
      data-locked={locked !== null}
      onKeyDown={press}
    >
      <th scope="row" className={styles.name}>
        <button
          type="button"
          className={styles.open}
          aria-label={field.name}
          aria-pressed={isSelected}
          title={`${field.name}: ${field.annotation}`}
          onClick={() => choose({ selectedChannel: isSelected ? null : field.name })}
          onDoubleClick={() => act("rename")}
        >
          {field.name}
        </button>
        {locked === null ? null : <LockNote locked={locked} />}
      </th>
      <TypeCell field={field} blocked={reason} />
      <MergeCell row={row} blocked={reason} file={file} />
      <td className={styles.code} title={field.default ?? "None: it is empty until it is written"}>
        {field.default ?? <span className={styles.dim}>–</span>}
      </td>
      <td>
        <NodeChips names={writers} else={nobodyWrites(field.kind, io.input, isContext)} />
      </td>
      <td>
        <NodeChips names={readers} else={null} />
      </td>
      <IoCell row={row} part="input" blocked={blocked} />
      <IoCell row={row} part="output" blocked={blocked} />
      <Actions row={row} reason={reason} onAct={act} />
    </tr>
  );
}

function actOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): "delete" | "rename" | null {
  if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) {
    return null;
  }
  return key === "F2" ? "rename" : key === "Delete" ? "delete" : null;
}

function nobodyWrites(kind: string, isInput: boolean, isContext: boolean): string | null {
  if (kind === "managed") {
    return "computed";
  }
  if (isContext) {
    return "given";
  }
  return isInput ? "input" : null;
}

/** Why it is not edited here, and the way to its code. */
function LockNote({ locked: { sentence, line, path } }: { locked: Locked }) {
  return (
    <span className={styles.lock} title={sentence}>
      <Icon name="key" size="small" />
      {path === null ? <LockPlace line={line} /> : <FileLink path={path} line={line} />}
      <span className={styles.hidden}>{sentence}</span>
    </span>
  );
}

function LockPlace({ line }: { line: number | null }) {
  return line === null ? (
    <span>read-only</span>
  ) : (
    <button type="button" className={styles.line} onClick={() => goToLine(line)}>
      read-only: line {line}
    </button>
  );
}

interface ActionsProps {
  row: FieldRow;
  reason: string | null;
  onAct: (kind: "delete" | "rename") => void;
}

function Actions({ row: { field, locked }, reason, onAct }: ActionsProps) {
  const { name, line } = field;
  return (
    <td className={styles.actions}>
      {line === null || locked?.path != null ? null : (
        <IconButton
          size="small"
          icon="arrow"
          name={`Go to line ${line}, where ${name} is declared`}
          onClick={() => goToLine(line)}
        />
      )}
      <IconButton
        size="small"
        icon="pen"
        name={`Rename ${name}`}
        blocked={reason}
        onClick={() => onAct("rename")}
      />
      <IconButton
        size="small"
        icon="cross"
        name={`Delete ${name}`}
        blocked={reason}
        onClick={() => onAct("delete")}
      />
    </td>
  );
}
