/** "Show last change": what it did to the text, and the way back. */

import { useEffect, useState } from "react";
import type { Accepted, DocumentDiff } from "../protocol/generated";
import { undo } from "../store/drawing";
import { sentenceOf } from "../store/state";
import { useDocumentView } from "../store/useDocument";
import { usePage } from "../store/useStore";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { DiffView } from "../ui/DiffView";
import { Progress } from "../ui/Progress";
import { Switch } from "../ui/Switch";
import styles from "./Overlays.module.css";

type Since = DocumentDiff["since"] & string;

/** The dialog "Change". It shows the newest change, also when that becomes another. */
export function ChangeOverlay({ onClose }: { onClose: () => void }) {
  const page = usePage();
  const view = useDocumentView();
  const [since, setSince] = useState<Since>("last");
  const told = useChangeSince(since, view?.revision ?? null);
  const blocked = view?.undo == null ? "There is nothing to undo." : view.readOnly;
  return (
    <Dialog
      name="Change"
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button blocked={blocked} onClick={() => void undo(page)}>
            Undo
          </Button>
          <Button look="filled" data-first-focus onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.lead}>
        <Switch
          name="All changes since the file was opened"
          on={since === "opened"}
          onChange={(on) => setSince(on ? "opened" : "last")}
        />
      </div>
      {told === null ? <Progress sentence="Asking what changed" /> : null}
      {typeof told === "string" ? <p>{told}</p> : null}
      {told instanceof Object ? (
        <Told title={since === "last" ? (view?.undo ?? null) : null} diff={told.diff} />
      ) : null}
    </Dialog>
  );
}

function Told({ title, diff }: Pick<Accepted, "diff" | "title">) {
  return diff === null || diff === "" ? (
    <p>Nothing was changed since the file was opened here.</p>
  ) : (
    <>
      {title === null ? null : <p className={styles.lead}>{title}</p>}
      <DiffView diff={diff} />
    </>
  );
}

/** What changed, at a revision; a sentence where it cannot be told, null while it is asked for. */
function useChangeSince(since: Since, revision: number | null): Accepted | string | null {
  const page = usePage();
  const [told, setTold] = useState<Accepted | string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another last change.
  useEffect(() => {
    let current = true;
    page.ask({ type: "document.diff", since }).then(
      (accepted) => current && setTold(accepted),
      (reason: unknown) => current && setTold(sentenceOf(reason)),
    );
    return () => {
      current = false;
    };
  }, [page, since, revision]);
  return told;
}
