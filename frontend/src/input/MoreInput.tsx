/** What a run can be given besides its input: context, recursion limit and thread. */

import { placed, readJson } from "../base/json";
import { type RunInput, typeMore } from "../store/input";
import controls from "../ui/Control.module.css";
import { Field } from "../ui/Field";
import styles from "./InputStrip.module.css";

export interface MoreInputProps {
  input: RunInput;
  /** Keys of the context schema, for the hint. */
  contextKeys: readonly string[];
  /** The session's own thread, which a run takes when no other is named. */
  thread: string;
}

/** The boxes under "More". */
export function MoreInput({ input, contextKeys, thread }: MoreInputProps) {
  return (
    <div className={styles.more}>
      <Field name="Context" note={contextNote(contextKeys)} problem={contextProblem(input.contextText)}>
        {(control) => (
          <textarea
            {...control}
            rows={1}
            spellCheck={false}
            className={`${controls.area} ${styles.json}`}
            value={input.contextText}
            onChange={(event) => typeMore({ contextText: event.target.value })}
          />
        )}
      </Field>
      <Field name="Recursion limit" note="supersteps">
        {(control) => (
          <input
            {...control}
            type="number"
            min={1}
            max={10_000_000}
            step={1}
            placeholder="as the graph says"
            className={controls.text}
            value={input.recursionLimit ?? ""}
            onChange={(event) => typeMore({ recursionLimit: limitOf(event.target.value) })}
          />
        )}
      </Field>
      <Field name="Thread" note="its state goes on">
        {(control) => (
          <input
            {...control}
            type="text"
            maxLength={128}
            placeholder={thread}
            spellCheck={false}
            className={controls.text}
            value={input.thread ?? ""}
            onChange={(event) => typeMore({ thread: event.target.value === "" ? null : event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function contextNote(keys: readonly string[]): string {
  return keys.length === 0 ? "JSON, optional" : `JSON with ${keys.join(", ")}`;
}

function contextProblem(text: string): string | null {
  if (text.trim() === "") {
    return null;
  }
  const reading = readJson(text);
  return reading.ok ? null : placed(reading.problem);
}

function limitOf(text: string): number | null {
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= 1 ? limit : null;
}
