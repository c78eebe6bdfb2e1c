/** The type of a field, edited in place: Enter keeps it, Escape leaves it as it was. */

import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { DrawnField } from "../protocol/generated";
import { edit } from "../store/drawing";
import { usePage } from "../store/useStore";
import controls from "../ui/Control.module.css";
import styles from "./Fields.module.css";
import { TYPES_LIST } from "./TypeList";

export interface TypeCellProps {
  field: DrawnField;
  blocked: string | null;
}

/** The cell. */
export function TypeCell({ field, blocked }: TypeCellProps) {
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setEdited(false);
    // The button is drawn again before the next frame.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <td className={isEdited ? styles.edited : styles.code}>
      {isEdited ? (
        <TypeBox field={field} onEnd={leave} onLeave={() => setEdited(false)} />
      ) : (
        <button
          ref={button}
          type="button"
          className={styles.cell}
          aria-label={`Type of ${field.name}: ${field.type}`}
          aria-disabled={blocked === null ? undefined : true}
          title={blocked ?? `${field.annotation}: change the type`}
          onClick={() => blocked === null && setEdited(true)}
        >
          {field.type}
        </button>
      )}
    </td>
  );
}

interface TypeBoxProps {
  field: DrawnField;
  onEnd: () => void;
  onLeave: () => void;
}

function TypeBox({ field: { name, type }, onEnd, onLeave }: TypeBoxProps) {
  const page = usePage();
  const said = useId();
  const [text, setText] = useState(type);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (done: () => void) => {
    const annotation = text.trim();
    if (annotation === "") {
      setProblem(`Say which type ${name} has, such as str or list[str].`);
      return;
    }
    const refused = ({ sentence }: { sentence: string }) => setProblem(sentence);
    if (
      annotation === type ||
      (await edit(page, { type: "field.retype", name, annotation }, { refused })) !== null
    ) {
      done();
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      void keep(onEnd);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onEnd();
    }
  };
  return (
    <div className={styles.box}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the box takes the place of the button that was pressed.
        autoFocus
        className={controls.text}
        aria-label={`Type of ${name}`}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={said}
        list={TYPES_LIST}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onKeyDown={press}
        onBlur={() => problem === null && void keep(onLeave)}
      />
      <span id={said} className={styles.problem} role="alert">
        {problem}
      </span>
    </div>
  );
}
