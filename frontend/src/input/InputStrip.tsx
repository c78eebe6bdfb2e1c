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
  /** Whether a run is under way that began with something else: it goes on with that. */
  isForNext: boolean;
}

const NEXT = "Run and Step go on with what the run at hand began with.";

/** The strip. It shows what stands in the store and changes nothing else. */
export function InputStrip({ form, input, contextKeys, thread, isForNext }: InputStripProps) {
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
            aria-describedby={isForNext ? `${id}-next ${id}-said` : `${id}-said`}
            onChange={(event) => typeInput(event.target.value)}
          />
          {isForNext ? (
            <span id={`${id}-next`} className={styles.next} title={NEXT}>
              for the next run
            </span>
          ) : null}
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
