/** How a field merges several writes: the rule that it has, and the menu of all rules. */

import { use, useRef, useState } from "react";
import { baseName } from "../base/path";
import type { AnyGesture } from "../protocol/generated";
import { edit } from "../store/drawing";
import { usePage } from "../store/useStore";
import { Icon } from "../ui/Icon";
import styles from "./Fields.module.css";
import { MergeMenu } from "./MergeMenu";
import { OpenDialog } from "./opened";
import type { FieldRow } from "./rows";
import { mergeOf, type Rule } from "./rules";

export interface MergeCellProps {
  row: FieldRow;
  blocked: string | null;
  file: string;
}

/** The cell. What is given, as the context is, has nothing to merge. */
export function MergeCell(props: MergeCellProps) {
  const isGiven = props.row.schema.roles.every((role) => role === "context");
  return <td>{isGiven ? <span className={styles.dim}>–</span> : <MergeButton {...props} />}</td>;
}

/** A rule that is chosen is written at once; an own function asks which. */
function MergeButton({ row: { field, merging }, blocked, file }: MergeCellProps) {
  const page = usePage();
  const openDialog = use(OpenDialog);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const reason = blocked ?? mergeless(field.kind);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const gestureOf = (rule: Rule): AnyGesture => ({
    type: "field.merge",
    name: field.name,
    merge: mergeOf(rule.id, ""),
  });
  const choose = (rule: Rule) => {
    close();
    if (rule.id === "function") {
      openDialog({ kind: "function", field });
    } else if (rule.id !== merging.id) {
      void edit(page, gestureOf(rule));
    }
  };
  const preview = (rule: Rule) => {
    close();
    openDialog(
      rule.id === "function"
        ? { kind: "function", field }
        : { kind: "change", name: `${field.name}: ${rule.title}`, gesture: gestureOf(rule) },
    );
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.cell}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`Merge rule of ${field.name}: ${merging.title}`}
        aria-disabled={reason === null ? undefined : true}
        title={reason ?? merging.code}
        // An open menu keeps the focus until the click closes it.
        onMouseDown={(event) => isOpen && event.preventDefault()}
        onClick={() => (isOpen ? close() : setOpen(reason === null))}
      >
        <span className={styles.words}>{merging.title}</span>
        {reason === null ? <Icon name="down" size="small" /> : null}
      </button>
      {isOpen ? (
        <MergeMenu
          name={field.name}
          chosen={merging.id}
          place={`line ${field.line ?? "?"} of ${baseName(file)}`}
          anchor={button}
          onChoose={choose}
          onPreview={preview}
          onClose={close}
          onLeave={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Why there is nothing to merge; null where there is. */
function mergeless(kind: string): string | null {
  return kind === "managed"
    ? "A managed value is computed for each task; nobody writes it, so nothing is merged."
    : null;
}
