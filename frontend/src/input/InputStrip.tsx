/** The strip above the regions: the next run's input as JSON, the same as a form, and the rest under "More". */

import { useId, useState } from "react";
import { type RunInput, typeInput } from "../store/input";
import { Button } from "../ui/Button";
import controls from "../ui/Control.module.css";
import { Icon } from "../ui/Icon";
import { InputForm } from "./InputForm";
import styles from "./InputStrip.module.css";
import { MoreInput } from "./MoreInput";
import type { Form } from "./schema";
import { type Reading, readInput } from "./values";

export interface InputStripProps {
  form: Form;
  input: RunInput;
  contextKeys: readonly string[];
  thread: string;
  /** That the run at hand began with something else, and what becomes of the boxes. */
  differs: Difference | null;
}

/** A run under way goes on with what it began with; one that failed or was stopped makes way for another. */
export type Difference = "for the next run" | "starts a new run";

const DIFFERENCES: Readonly<Record<Difference, string>> = {
  "for the next run":
    "Run and Step go on with what the run at hand began with; Restart takes what stands here.",
  "starts a new run":
    "The run at hand began with another input: Run and Step start a new one with what stands here.",
};

/** The strip. It shows what stands in the store and changes nothing else. */
export function InputStrip({ form, input, contextKeys, thread, differs }: InputStripProps) {
  const id = useId();
  const [more, setMore] = useState(false);
  const reading = readInput(input.text, form);
  return (
    <section className={styles.strip} aria-label="Run input">
      <div className={styles.row}>
        <div className={styles.box}>
          <label htmlFor={id}>Input</label>
          <textarea
            id={id}
            rows={1}
            spellCheck={false}
            className={`${controls.area} ${styles.json}`}
            value={input.text}
            aria-invalid={reading.ok ? undefined : true}
            aria-describedby={differs !== null ? `${id}-next ${id}-said` : `${id}-said`}
            onChange={(event) => typeInput(event.target.value)}
          />
          {differs === null ? null : (
            <span id={`${id}-next`} className={styles.next} title={DIFFERENCES[differs]}>
              {differs}
            </span>
          )}
        </div>
        <InputForm
          form={form}
          text={input.text}
          value={reading.ok ? reading.value : undefined}
          onText={typeInput}
        />
        <span className={styles.end}>
          <Button
            look="quiet"
            icon={more ? "down" : "right"}
            aria-expanded={more}
            title="Context, recursion limit, thread"
            onClick={() => setMore(!more)}
          >
            More
          </Button>
        </span>
      </div>
      <Said id={`${id}-said`} reading={reading} />
      {more ? <MoreInput input={input} contextKeys={contextKeys} thread={thread} /> : null}
    </section>
  );
}

/** What is wrong with the input, and where; else what the graph will not take of it. */
function Said({ id, reading }: { id: string; reading: Reading }) {
  return (
    <div id={id} className={styles.said} aria-live="polite">
      {reading.ok ? (
        reading.notes.map((note) => (
          <p key={note} className={styles.noted}>
            <Icon name="warning" size="small" />
            {note}
          </p>
        ))
      ) : (
        <p className={styles.refused}>
          <Icon name="refuse" size="small" />
          The input is not JSON. {reading.problem}
        </p>
      )}
    </div>
  );
}
