/** Where a node leads by choice: the router, and what each of its answers means. */

import { useState } from "react";
import { nodeTitle } from "../../base/nodeTitle";
import type { AnyGesture, Target } from "../../protocol/generated";
import { useFunctions } from "../../store/useDocument";
import { Button, IconButton } from "../../ui/Button";
import { ChangeDialog } from "../../ui/ChangeDialog";
import controls from "../../ui/Control.module.css";
import { Field } from "../../ui/Field";
import { Switch } from "../../ui/Switch";
import { END } from "../drawing";
import type { Pictured } from "../pictured";
import { usePicture } from "../usePicture";
import styles from "./Tasks.module.css";

export interface BranchProps {
  source: string;
  /** The branch to change; null makes a new one. */
  branch: string | null;
  onClose: () => void;
}

/** The dialog. */
export function Branch({ source, branch, onClose }: BranchProps) {
  const picture = usePicture();
  const [router, setRouter] = useState(`route_${asName(source)}`);
  const [ways, setWays] = useState<readonly Target[]>(() => waysOf(picture, source, branch));
  const [isDeleting, setIsDeleting] = useState(false);
  const gesture = gestureOf({ source, branch, router, ways, isDeleting });
  const title = nodeTitle(source);
  return (
    <ChangeDialog
      name={branch === null ? `Make ${title} conditional` : `Where ${branch} leads`}
      action={isDeleting ? "Delete the branch" : branch === null ? "Make conditional" : "Set targets"}
      gesture={gesture}
      blocked={gesture === null ? "Every row needs an answer, and there has to be a row." : null}
      onClose={onClose}
    >
      {branch === null ? <Router router={router} onWrite={setRouter} /> : null}
      <Ways picture={picture} ways={ways} onChange={setWays} />
      {branch === null ? null : <Switch name="Delete this branch" on={isDeleting} onChange={setIsDeleting} />}
    </ChangeDialog>
  );
}

function Router({ router, onWrite }: { router: string; onWrite: (router: string) => void }) {
  const functions = useFunctions();
  return (
    <Field
      name="Router"
      hint={
        functions.includes(router.trim())
          ? "This function is there already, and will choose."
          : "The function that chooses. It is written for you."
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            data-first-focus
            className={controls.text}
            list={`${control.id}-known`}
            autoComplete="off"
            spellCheck={false}
            value={router}
            onChange={(event) => onWrite(event.target.value)}
          />
          <datalist id={`${control.id}-known`}>
            {functions.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface WaysProps {
  picture: Pictured;
  ways: readonly Target[];
  onChange: (ways: readonly Target[]) => void;
}

function Ways({ picture, ways, onChange }: WaysProps) {
  const names = [...picture.nodes.map(({ name }) => name), END];
  const put = (at: number, way: Target) => onChange(ways.map((old, index) => (index === at ? way : old)));
  const free = names.find((name) => !ways.some(({ node }) => node === name)) ?? END;
  return (
    <fieldset className={styles.ways}>
      <legend>What it returns, and where that leads</legend>
      {ways.map((way, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are written.
        <div key={index} className={styles.way}>
          <input
            className={controls.text}
            aria-label={`Answer ${index + 1}`}
            autoComplete="off"
            spellCheck={false}
            value={way.label}
            onChange={(event) => put(index, { ...way, label: event.target.value })}
          />
          <span aria-hidden="true">→</span>
          <select
            className={controls.select}
            aria-label={`Target ${index + 1}`}
            value={way.node}
            onChange={(event) => put(index, retargeted(way, event.target.value))}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {nodeTitle(name)}
              </option>
            ))}
          </select>
          <IconButton
            size="small"
            icon="cross"
            name={`Take answer ${index + 1} away`}
            onClick={() => onChange(ways.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button onClick={() => onChange([...ways, { label: labelOf(free), node: free }])}>Add a way</Button>
    </fieldset>
  );
}

/** A label that was only the target's name follows it. */
function retargeted(way: Target, node: string): Target {
  return { node, label: way.label === labelOf(way.node) ? labelOf(node) : way.label };
}

function waysOf(picture: Pictured, source: string, branch: string | null): readonly Target[] {
  if (branch !== null) {
    const known = picture.branches.find((one) => one.source === source && one.name === branch);
    return (known?.targets ?? []).map(({ label, target }) => ({ label, node: target }));
  }
  const plain = picture.edges.filter(
    (edge) => edge.source === source && edge.kind === "static" && edge.target !== null,
  );
  const targets = plain.flatMap(({ target }) => target ?? []);
  const ways = targets.map((node) => ({ label: labelOf(node), node }));
  return targets.includes(END) ? ways : [...ways, { label: labelOf(END), node: END }];
}

function labelOf(node: string): string {
  return node === END ? "end" : node;
}

function gestureOf(form: {
  source: string;
  branch: string | null;
  router: string;
  ways: readonly Target[];
  isDeleting: boolean;
}): AnyGesture | null {
  const { source, branch, isDeleting } = form;
  const router = form.router.trim();
  const targets = form.ways.map(({ label, node }) => ({ label: label.trim(), node }));
  if (branch !== null && isDeleting) {
    return { type: "branch.delete", source, branch };
  }
  if (targets.length === 0 || targets.some(({ label }) => label === "")) {
    return null;
  }
  if (branch !== null) {
    return { type: "branch.targets", source, branch, targets };
  }
  return router === "" ? null : { type: "branch.add", source, router, targets };
}

/** What of a node's name can stand in a function's. */
function asName(node: string): string {
  const name = nodeTitle(node).toLowerCase().replaceAll(/\W+/g, "_");
  return name === "" ? "next" : name;
}
