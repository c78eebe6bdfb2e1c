/** A value as it is shown everywhere: a bounded preview, and a button for the whole when the preview is not all. */

import { useState } from "react";
import type { Preview } from "../protocol/generated";
import { Icon } from "./Icon";
import styles from "./ValueText.module.css";
import { WholeValueDialog } from "./WholeValueDialog";

const UNITS: Partial<Record<Preview["kind"], string>> = { str: "character", bytes: "byte" };

export interface ValueTextProps {
  preview: Preview;
  /** What the value is of; names the button and the dialog. */
  name: string;
  /** One line for table cells, several for panels. */
  lines?: "one" | "two" | "several";
}

/** One value. */
export function ValueText({ preview, name, lines = "two" }: ValueTextProps) {
  const [open, setOpen] = useState(false);
  const valueRef = preview.truncated === true ? preview.ref : undefined;
  return (
    <span className={styles.value}>
      <span className={styles.text} data-lines={lines} data-kind={preview.kind} title={titleOf(preview)}>
        {textOf(preview)}
      </span>
      {valueRef === undefined ? null : (
        <button
          type="button"
          className={styles.all}
          aria-label={`Show all of ${name}`}
          title={sizeOf(preview)}
          onClick={() => setOpen(true)}
        >
          Show all
        </button>
      )}
      {preview.loss === undefined ? null : <Loss loss={preview.loss} />}
      {open && valueRef !== undefined ? (
        <WholeValueDialog key={valueRef} name={name} valueRef={valueRef} onClose={() => setOpen(false)} />
      ) : null}
    </span>
  );
}

/** What a checkpoint does not keep of the value. */
function Loss({ loss }: { loss: string }) {
  return (
    <span className={styles.loss} role="img" aria-label={loss} title={loss}>
      <Icon name="warning" size="small" />
    </span>
  );
}

/** The preview in words where it has no text of its own. */
function textOf(preview: Preview): string {
  switch (preview.kind) {
    case "missing":
      return "no value";
    case "opaque":
      return preview.text || `a ${preview.type ?? "value"} that cannot be shown`;
    default:
      return preview.text;
  }
}

function titleOf(preview: Preview): string | undefined {
  return preview.kind === "missing" ? undefined : [preview.type, sizeOf(preview)].filter(Boolean).join(", ");
}

function sizeOf({ kind, size }: Preview): string {
  if (size === undefined) {
    return "";
  }
  const unit = UNITS[kind] ?? "item";
  return `${size.toLocaleString("en")} ${unit}${size === 1 ? "" : "s"}`;
}
