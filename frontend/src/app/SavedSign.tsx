/** Whether what is drawn and typed is in the file, in the bar; a button where a person can do something about it. */

import { useDocumentView, useFault } from "../store/useDocument";
import { usePage } from "../store/useStore";
import { Button } from "../ui/Button";
import styles from "./SavedSign.module.css";
import { type SavedLine, savedLine } from "./savedLine";
import { openOverlay } from "./windowState";

/** The sign; nothing before the document is known. */
export function SavedSign() {
  const view = useDocumentView();
  const fault = useFault();
  const page = usePage();
  if (view === null) {
    return null;
  }
  const { line, tone, act } = savedLine(view, fault);
  const acts: Readonly<Record<SavedLine["act"], () => void>> = {
    none: () => undefined,
    change: () => openOverlay({ kind: "change" }),
    resolve: () => openOverlay({ kind: "conflict" }),
    save: () => void page.order({ type: "document.save" }),
  };
  return (
    <div className={styles.sign} data-tone={tone}>
      <span role="status" aria-label="File" className={styles.line} title={line}>
        {line}
      </span>
      {act === "none" ? null : (
        <Button look="quiet" title={TITLES[act]} onClick={acts[act]}>
          {NAMES[act]}
        </Button>
      )}
    </div>
  );
}

const NAMES = { change: "Change", resolve: "Resolve…", save: "Save" } as const;
const TITLES = {
  change: "Show what the last change did to the file",
  resolve: "Show both, and decide which is kept",
  save: "Save (Ctrl S)",
} as const;
