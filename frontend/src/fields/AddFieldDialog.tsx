/** The dialog "Add state field": name, type, merge rule, default, and the lines that they come to. */

import { useState } from "react";
import type { DrawnGraph, Problem } from "../protocol/generated";
import { useFunctions } from "../store/useDocument";
import { ChangeDialog } from "../ui/ChangeDialog";
import controls from "../ui/Control.module.css";
import { Field } from "../ui/Field";
import styles from "./Fields.module.css";
import { BLANK, gestureOf, type NewField, placeOf, type Wrong, wrongIn } from "./newField";
import { OwnFunctionField } from "./OwnFunctionField";
import { namesIn, schemaOf } from "./rows";
import { RULES, ruleOf } from "./rules";
import { TextField } from "./TextField";
import { TypeList } from "./TypeList";

export interface AddFieldDialogProps {
  graph: DrawnGraph;
  blocked: string | null;
  onClose: () => void;
}

const TYPES = "types-of-a-new-field";

/** The dialog. */
export function AddFieldDialog({ graph, blocked, onClose }: AddFieldDialogProps) {
  const [field, setField] = useState(BLANK);
  const wrong = wrongIn(field, namesIn(graph, schemaOf(graph, field.target)));
  const [first] = Object.values(wrong);
  return (
    <ChangeDialog
      name="Add state field"
      action="Add"
      gesture={first === undefined ? gestureOf(field) : null}
      blocked={blocked ?? first ?? null}
      onClose={onClose}
    >
      {(refused) => (
        <Form
          graph={graph}
          field={field}
          wrong={{ ...unlessUntouched(field, wrong), ...at(refused, field) }}
          onChange={(change) => setField({ ...field, ...change })}
        />
      )}
    </ChangeDialog>
  );
}

/** A box that nobody typed in yet is not told off. */
function unlessUntouched(field: NewField, wrong: Wrong): Wrong {
  const { name, function: own, ...rest } = wrong;
  return {
    ...rest,
    ...(name === undefined || field.name === "" ? {} : { name }),
    ...(own === undefined || field.own === "" ? {} : { function: own }),
  };
}

function at(refused: Problem | null, { rule }: NewField): Wrong {
  if (refused === null) {
    return {};
  }
  const place = placeOf(refused);
  return { [place === "function" && rule !== "function" ? "type" : place]: refused.sentence };
}

interface FormProps {
  graph: DrawnGraph;
  field: NewField;
  wrong: Wrong;
  onChange: (change: Partial<NewField>) => void;
}

function Form({ graph, field, wrong, onChange }: FormProps) {
  const functions = useFunctions();
  return (
    <div className={styles.formGrid}>
      <TextField
        name="Name"
        isFirst
        value={field.name}
        problem={wrong.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        name="Type"
        hint="A Python annotation, without the merge rule"
        list={TYPES}
        value={field.type}
        problem={wrong.type}
        onChange={(type) => onChange({ type })}
      />
      <TypeList id={TYPES} />
      <RuleField field={field} onChange={onChange} />
      {field.rule === "function" ? (
        <OwnFunctionField
          own={field.own}
          functions={functions}
          problem={wrong.function ?? null}
          onChange={(own) => onChange({ own })}
        />
      ) : null}
      <TextField
        name="Default"
        note="optional"
        hint="A Python expression, where the schema's form has defaults"
        value={field.default}
        problem={wrong.default}
        onChange={(text) => onChange({ default: text })}
      />
      <SchemaField graph={graph} field={field} onChange={onChange} />
    </div>
  );
}

function RuleField({ field, onChange }: Pick<FormProps, "field" | "onChange">) {
  const { code, sentence } = ruleOf(field.rule);
  return (
    <Field name="Merge rule" note={code} hint={sentence}>
      {(control) => (
        <select
          {...control}
          className={controls.select}
          value={field.rule}
          onChange={(event) => {
            const rule = RULES.find(({ id }) => id === event.target.value)?.id ?? "LastValue";
            const own = field.own === "" && field.name !== "" ? `merge_${field.name.trim()}` : field.own;
            onChange({ rule, own });
          }}
        >
          {RULES.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Which schema gets it; nothing to choose where there is but one that can be edited. */
function SchemaField({ graph, field, onChange }: Pick<FormProps, "field" | "graph" | "onChange">) {
  const names = graph.schemas
    .filter(({ path, lock }) => path === null && lock === null)
    .map(({ name }) => name);
  return names.length < 2 ? null : (
    <Field name="Schema">
      {(control) => (
        <select
          {...control}
          className={controls.select}
          value={field.target ?? ""}
          onChange={(event) => onChange({ target: event.target.value === "" ? null : event.target.value })}
        >
          <option value="">the graph's state</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
