/** Adding a node: its name is all that is needed. */

import { useState } from "react";
import { nodeTitle } from "../../base/nodeTitle";
import type { AnyGesture } from "../../protocol/generated";
import { ChangeDialog } from "../../ui/ChangeDialog";
import controls from "../../ui/Control.module.css";
import { Field } from "../../ui/Field";
import type { Task } from "../open";
import { useExpect } from "../useExpect";

export interface AddNodeProps {
  task: Extract<Task, { what: "add" }>;
  onClose: () => void;
}

/** The dialog. */
export function AddNode({ task: { at, after }, onClose }: AddNodeProps) {
  const [words, setWords] = useState("");
  const name = words.trim();
  const gesture: AnyGesture | null = name === "" ? null : { type: "node.add", name, code: null, after };
  useExpect(name, at);
  return (
    <ChangeDialog
      name="Add node"
      action="Add"
      gesture={gesture}
      blocked={name === "" ? "Write a name first." : null}
      onClose={onClose}
    >
      {(refused) => (
        <Field
          name="Name"
          hint={
            after === null
              ? "Its function gets the same name where that can be a name in Python."
              : `${nodeTitle(after)} will lead to it.`
          }
          problem={name === "" ? null : (refused?.sentence ?? null)}
        >
          {(control) => (
            <input
              {...control}
              data-first-focus
              className={controls.text}
              autoComplete="off"
              spellCheck={false}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
      )}
    </ChangeDialog>
  );
}
