/** "Open a file": a box for a path that narrows the list of the served folder's files below it. */

import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "../ui/Button";
import controls from "../ui/Control.module.css";
import { Icon } from "../ui/Icon";
import { matchingFiles } from "./matchingFiles";
import rows from "./Rows.module.css";
import { Section } from "./Section";

export interface OpenFileProps {
  folder: string;
  files: readonly string[];
  onOpen: (path: string) => void;
}

/** The box and the list. */
export function OpenFile({ folder, files, onOpen }: OpenFileProps) {
  const id = useId();
  const [path, setPath] = useState("");
  const typed = path.trim();
  const found = matchingFiles(files, typed);
  const open = () => typed !== "" && onOpen(found.length === 1 && found[0] !== undefined ? found[0] : typed);
  const press = (event: KeyboardEvent) => event.key === "Enter" && open();
  return (
    <Section name="Open a file">
      <div className={rows.box}>
        <label htmlFor={id} className={rows.hidden}>
          Path
        </label>
        <input
          id={id}
          data-first-focus
          type="text"
          spellCheck={false}
          autoComplete="off"
          className={controls.text}
          placeholder="graph.py, or part of its name"
          value={path}
          onChange={(event) => setPath(event.target.value)}
          onKeyDown={press}
        />
        <Button onClick={open} blocked={typed === "" ? "Write a path, or choose a file below." : null}>
          Open
        </Button>
      </div>
      <p className={rows.hint} title={folder}>
        {found.length === 0 ? emptyWords(files, folder) : `In ${folder}`}
      </p>
      <ul className={rows.files} aria-label="Files">
        {found.map((file) => (
          <li key={file}>
            <button type="button" className={rows.file} onClick={() => onOpen(file)}>
              <Icon name="file" />
              <code>{file}</code>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function emptyWords(files: readonly string[], folder: string): string {
  return files.length === 0
    ? `${folder} holds no Python file and no langgraph.json.`
    : "No file here is named like this; Enter opens it as a path.";
}
