/** What add_node is told besides the name: the function, when it waits, how it is tried again, and the rest as written. */

import { useState } from "react";
import type { AnyGesture } from "../../protocol/generated";
import { goToLine } from "../../store/place";
import { useFunctions } from "../../store/useDocument";
import { Button } from "../../ui/Button";
import { ChangeDialog } from "../../ui/ChangeDialog";
import controls from "../../ui/Control.module.css";
import { Field } from "../../ui/Field";
import { Switch } from "../../ui/Switch";
import type { PicturedNode } from "../pictured";
import { usePicture } from "../usePicture";
import styles from "./Tasks.module.css";

const KNOWN = ["retry_policy", "cache_policy", "destinations", "input_schema", "metadata"];

export function Options({ node: name, onClose }: { node: string; onClose: () => void }) {
  const picture = usePicture();
  const node = picture.nodes.find((one) => one.name === name);
  return node === undefined ? null : <Form node={node} onClose={onClose} />;
}

/** One thing is changed at a time: each is an edit of its own, with its own Undo. */
function Form({ node, onClose }: { node: PicturedNode; onClose: () => void }) {
  const functions = useFunctions();
  const before = valuesOf(node);
  const [now, setNow] = useState(before);
  const changed = [...now].filter(([key, value]) => value.trim() !== (before.get(key) ?? ""));
  const put = (key: string, value: string) => setNow(new Map(now).set(key, value));
  const gesture = changed.length === 1 ? gestureOf(node.name, changed[0]) : null;
  return (
    <ChangeDialog
      name={`Node ${node.name}`}
      action="Set"
      gesture={gesture}
      blocked={blockedBy(changed.length)}
      onClose={onClose}
    >
      <Field name="Function" hint="The name of a function of this file, or an expression.">
        {(control) => (
          <>
            <input
              {...control}
              data-first-focus
              className={controls.text}
              list={`${control.id}-known`}
              spellCheck={false}
              value={now.get("function") ?? ""}
              onChange={(event) => put("function", event.target.value)}
            />
            <datalist id={`${control.id}-known`}>
              {functions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Switch
        name="Defer: run when nothing else is due"
        on={now.get("defer") === "True"}
        onChange={(on) => put("defer", on ? "True" : "")}
      />
      {[...now.keys()]
        .filter((key) => key !== "function" && key !== "defer")
        .map((key) => (
          <Field key={key} name={key} note="Python, empty for none">
            {(control) => (
              <input
                {...control}
                className={controls.text}
                spellCheck={false}
                placeholder={key === "retry_policy" ? "RetryPolicy(max_attempts=3)" : undefined}
                value={now.get(key) ?? ""}
                onChange={(event) => put(key, event.target.value)}
              />
            )}
          </Field>
        ))}
      <p className={styles.facts}>
        {node.line === null ? null : (
          <Button
            look="quiet"
            onClick={() => {
              onClose();
              goToLine(node.line ?? 1);
            }}
          >
            {`Edit the function, line ${node.line}`}
          </Button>
        )}
        {node.reads === null ? null : <span>{`Reads ${listed(node.reads)}.`}</span>}
        {node.writes === null ? null : <span>{`Writes ${listed(node.writes)}.`}</span>}
      </p>
    </ChangeDialog>
  );
}

function valuesOf(node: PicturedNode): ReadonlyMap<string, string> {
  const values = new Map([
    ["function", node.drawn?.code.text ?? ""],
    ["defer", node.defer ? "True" : ""],
    ...KNOWN.map((key): [string, string] => [key, ""]),
  ]);
  for (const { name, text } of node.drawn?.options ?? []) {
    values.set(name, text === "False" && name === "defer" ? "" : text);
  }
  return values;
}

function gestureOf(name: string, changed: readonly [string, string] | undefined): AnyGesture | null {
  if (changed === undefined) {
    return null;
  }
  const [option, written] = changed;
  const value = written.trim();
  if (option === "function") {
    return value === "" ? null : { type: "node.code", name, expression: value };
  }
  return { type: "node.option", name, option, value: value === "" ? null : value };
}

function blockedBy(count: number): string | null {
  if (count === 0) {
    return "Nothing is changed yet.";
  }
  return count > 1 ? "Set one thing at a time: each is an edit that can be undone." : null;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
