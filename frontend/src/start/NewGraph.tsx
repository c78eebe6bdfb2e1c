/** "New graph": a file's name, and what it begins with. */

import { type FormEvent, useId, useState } from "react";
import type { Problem, Template } from "../protocol/generated";
import { create, fileNamed, freeName } from "../store/creating";
import { usePage } from "../store/useStore";
import { Button } from "../ui/Button";
import controls from "../ui/Control.module.css";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import styles from "./NewGraph.module.css";
import { Summary } from "./Summary";

export interface NewGraphProps {
  templates: readonly Template[];
  /** The files of the folder, so that the name begins as one that is free. */
  files: readonly string[];
  /** A file that was dropped on the page, whose own name is taken; its text is what the new file holds. */
  dropped: { readonly name: string; readonly text: string } | null;
  onClose: () => void;
  /** The file is made, and followed. */
  onMade: () => void;
}

/** The dialog. What is wrong with the name is told at its field. */
export function NewGraph({ templates, files, dropped, onClose, onMade }: NewGraphProps) {
  const form = useId();
  const making = useMaking({ templates, files, dropped, onMade });
  const { name, problem, isBusy } = making;
  return (
    <Dialog
      name="New graph"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="filled" type="submit" form={form} blocked={isBusy ? "The file is being made." : null}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={making.submit}>
        {dropped === null ? null : (
          <p>{dropped.name} is taken by a file with another text. Nothing was written over.</p>
        )}
        <Field
          name="File name"
          hint="In the folder that Stepgraph was started in."
          problem={problem?.sentence ?? null}
        >
          {(control) => (
            <input
              {...control}
              data-first-focus
              type="text"
              spellCheck={false}
              autoComplete="off"
              className={controls.text}
              value={name}
              onChange={(event) => making.setName(event.target.value)}
            />
          )}
        </Field>
        {dropped === null ? (
          <Templates templates={templates} chosen={making.template} onChoose={making.setTemplate} />
        ) : null}
      </form>
    </Dialog>
  );
}

function useMaking({ templates, files, dropped, onMade }: Omit<NewGraphProps, "onClose">) {
  const page = usePage();
  const [name, setName] = useState(() => freeName(dropped?.name ?? "graph.py", files));
  const [chosen, setTemplate] = useState<string | null>(null);
  const [problem, setProblem] = useState<Pick<Problem, "sentence"> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const template = chosen ?? templates[0]?.id ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = fileNamed(name);
    if (path === "") {
      setProblem({ sentence: "Write a name for the file, such as graph.py." });
      return;
    }
    setBusy(true);
    void create(page, dropped === null ? { path, template } : { path, text: dropped.text }).then(
      (refused) => {
        setBusy(false);
        setProblem(refused);
        if (refused === null) {
          onMade();
        }
      },
    );
  };
  const changeName = (next: string) => {
    setName(next);
    setProblem(null);
  };
  return { name, setName: changeName, template, setTemplate, problem, isBusy, submit };
}

interface TemplatesProps {
  templates: readonly Template[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

function Templates({ templates, chosen, onChoose }: TemplatesProps) {
  const group = useId();
  return (
    <fieldset className={styles.templates}>
      <legend>Begin with</legend>
      {templates.map(({ id, title, summary }) => (
        <label key={id} className={styles.template}>
          <input
            type="radio"
            name={group}
            value={id}
            checked={id === chosen}
            aria-describedby={`${group}-${id}`}
            onChange={() => onChoose(id)}
          />
          <b>{title}</b>
          <small id={`${group}-${id}`}>
            <Summary text={summary} />
          </small>
        </label>
      ))}
    </fieldset>
  );
}
