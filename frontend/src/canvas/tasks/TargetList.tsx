/** A listbox of targets, with a box to narrow it down. Arrow keys choose; what cannot be chosen says why. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { nodeTitle } from "../../base/nodeTitle";
import controls from "../../ui/Control.module.css";
import { Field } from "../../ui/Field";
import { NodeMark } from "../../ui/Mark";
import { useOrderOf } from "../../ui/useOrderOf";
import type { TargetChoice } from "../rules";
import styles from "./Tasks.module.css";

export interface TargetListProps {
  name: string;
  choices: readonly TargetChoice[];
  chosen: string | null;
  onChoose: (name: string) => void;
}

const MOST = 200;

/** The list. */
export function TargetList({ name, choices, chosen, onChoose }: TargetListProps) {
  const list = useId();
  const [words, setWords] = useState("");
  const shown = choices.filter((choice) => fits(choice, words)).slice(0, MOST);
  // By place, not by name: a name with a space in it is no id.
  const active = shown.findIndex((choice) => choice.name === chosen);
  const narrow = (text: string) => {
    setWords(text);
    const left = choices.filter((choice) => choice.refusal === null && fits(choice, text));
    if (left[0] !== undefined && !left.some((choice) => choice.name === chosen)) {
      onChoose(left[0].name);
    }
  };
  const press = (event: KeyboardEvent) => {
    const next = nextOf(event.key, shown, chosen);
    if (next !== undefined) {
      event.preventDefault();
      onChoose(next.name);
    }
  };
  return (
    <>
      <Field name={name}>
        {(control) => (
          <input
            {...control}
            data-first-focus
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={active < 0 ? undefined : `${list}-${active}`}
            className={controls.text}
            autoComplete="off"
            spellCheck={false}
            placeholder="Type to find one, arrow keys to choose"
            value={words}
            onChange={(event) => narrow(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      <div id={list} role="listbox" aria-label={name} tabIndex={-1} className={styles.list}>
        {shown.map((choice, index) => (
          <Option
            key={choice.name}
            id={`${list}-${index}`}
            choice={choice}
            isChosen={choice.name === chosen}
            onChoose={onChoose}
          />
        ))}
        {shown.length === 0 ? <p className={styles.none}>No node is called that.</p> : null}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  choice: TargetChoice;
  isChosen: boolean;
  onChoose: (name: string) => void;
}

function Option({ id, choice: { name, refusal }, isChosen, onChoose }: OptionProps) {
  const orderOf = useOrderOf();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) {
      element.current?.scrollIntoView?.({ block: "nearest" });
    }
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys choose from the box above, which keeps the focus.
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-label={nodeTitle(name)}
      aria-description={refusal ?? undefined}
      aria-selected={isChosen}
      aria-disabled={refusal === null ? undefined : true}
      className={styles.option}
      onClick={() => onChoose(name)}
    >
      <NodeMark order={orderOf(name)} />
      <span className={styles.name}>{nodeTitle(name)}</span>
      {refusal === null ? null : <small>{refusal}</small>}
    </div>
  );
}

function fits({ name }: TargetChoice, words: string): boolean {
  return nodeTitle(name).toLowerCase().includes(words.trim().toLowerCase());
}

/** The choice that an arrow key goes to, round and round. */
function nextOf(
  key: string,
  shown: readonly TargetChoice[],
  chosen: string | null,
): TargetChoice | undefined {
  const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const at = shown.findIndex(({ name }) => name === chosen);
  if (by === 0) {
    return undefined;
  }
  return at < 0 ? shown.at(by > 0 ? 0 : -1) : shown[(at + by + shown.length) % shown.length];
}
