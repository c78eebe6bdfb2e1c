/** A change of the file, looked at before it is made: what is to be chosen, the diff that it comes to, and a button. */

import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { AnyGesture, Problem } from "../protocol/generated";
import { edit } from "../store/drawing";
import { useDocumentView } from "../store/useDocument";
import { usePage } from "../store/useStore";
import { Button } from "./Button";
import { ChangeView } from "./ChangeView";
import styles from "./ChangeView.module.css";
import { Dialog } from "./Dialog";
import { type Change, useChange } from "./useChange";

export interface ChangeDialogProps {
  /** What the change does, as the dialog's name. */
  name: string;
  /** What it would be as it is chosen now; null while that is not enough. */
  gesture: AnyGesture | null;
  /** Why it cannot be made now; null when it can. */
  blocked?: string | null;
  /** The word on the button that makes it. */
  action?: string;
  onClose: () => void;
  /** Told when the change is made, before it closes. */
  onMade?: () => void;
  /** What stands above the diff. A function is told the refusal and shows it at its place. */
  children?: ReactNode | ((refused: Problem | null) => ReactNode);
}

/** The dialog. It closes when the change is made. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { name, gesture, blocked = null, action = "Apply", onClose, onMade, children } = props;
  const form = useId();
  const change = useChange(blocked === null ? gesture : null);
  const { busy, refused, make } = useMaking(gesture, () => {
    onMade?.();
    onClose();
  });
  const problem = change.state === "refused" ? change.problem : refused;
  const reason = blocked ?? (busy ? "The change is being made." : (problem?.sentence ?? null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make();
  };
  return (
    <Dialog
      name={name}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            look="filled"
            icon="check"
            // Unless something stands before it to be chosen first.
            data-first-focus
            blocked={reason}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {typeof children === "function" ? children(problem) : children}
        {typeof children === "function" ? (
          <Diff change={change} />
        ) : (
          <Told change={change} refused={refused} blocked={blocked} />
        )}
      </form>
    </Dialog>
  );
}

/** The diff alone: the form above it shows a refusal at its place. */
function Diff({ change }: { change: Change }) {
  return change.state === "refused" ? null : <ChangeView change={change} />;
}

interface ToldProps {
  change: Change;
  refused: Problem | null;
  blocked: string | null;
}

/** The diff, or why it will not come to that. */
function Told({ change, refused, blocked }: ToldProps) {
  if (blocked !== null) {
    return <p className={styles.note}>{blocked}</p>;
  }
  return <ChangeView change={refused === null ? change : { state: "refused", problem: refused }} />;
}

/** The making of the change: under way, and why it was refused as it was chosen then, in the text of then. */
function useMaking(gesture: AnyGesture | null, onMade: () => void) {
  const page = usePage();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ key: string; problem: Problem } | null>(null);
  const revision = useDocumentView()?.revision ?? null;
  const key = JSON.stringify([revision, gesture]);
  const make = async (asked: AnyGesture) => {
    setBusy(true);
    const refused = (problem: Problem) => setRefusal({ key, problem });
    try {
      if ((await edit(page, asked, { refused })) !== null) {
        onMade();
      }
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    refused: refusal !== null && refusal.key === key ? refusal.problem : null,
    make: () => gesture !== null && !busy && void make(gesture),
  };
}
