/** The name of a node, written on its card. Enter renames, Escape leaves it. */

import { type KeyboardEvent, useState } from "react";
import { edit } from "../store/drawing";
import { usePage } from "../store/useStore";
import styles from "./CardExtras.module.css";
import { stopRenaming } from "./open";

export function RenameBox({ name }: { name: string }) {
  const page = usePage();
  const [words, setWords] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = () => {
    stopRenaming(name);
    // The card is where the focus was.
    document.querySelector<HTMLElement>(`[data-node="${CSS.escape(name)}"]`)?.focus();
  };
  const write = async () => {
    const to = words.trim();
    if (to === name || to === "") {
      leave();
      return;
    }
    const refused = ({ sentence }: { sentence: string }) => setProblem(sentence);
    if ((await edit(page, { type: "node.rename", name, to }, { refused })) !== null) {
      stopRenaming(name);
    }
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      leave();
    } else if (event.key === "Enter") {
      event.preventDefault();
      void write();
    }
  };
  return (
    <span className={`${styles.rename} nopan`}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into.
        autoFocus
        aria-label={`New name of ${name}`}
        aria-invalid={problem === null ? undefined : true}
        value={words}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setWords(event.target.value);
          setProblem(null);
        }}
        onKeyDown={press}
        onBlur={() => stopRenaming(name)}
      />
      {problem === null ? null : <span role="alert">{problem}</span>}
    </span>
  );
}
