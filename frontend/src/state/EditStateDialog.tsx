/** The dialog "Edit state": write as a node or replace a raw value, see what will be next, and fork. */

import { use, useState } from "react";
import type { Cell, Preview } from "../protocol/generated";
import { Button } from "../ui/Button";
import controls from "../ui/Control.module.css";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { Progress } from "../ui/Progress";
import { ValueReading } from "../ui/valueReader";
import { ChannelChips } from "./ChannelChips";
import styles from "./EditState.module.css";
import { type AsNode, channelsIn, type EditRequest, readEdit, withChannel } from "./edit";
import { editable } from "./editable";
import { NextAfterEdit } from "./NextAfterEdit";
import { type AskPreview, useEditPreview } from "./useEditPreview";
import { useEditText } from "./useEditText";

export interface EditStateProps {
  /** Where the edit forks: "after step 2". */
  when: string;
  checkpoint: string;
  /** The graph's nodes, in its order. */
  nodes: readonly string[];
  /** The channels whose values can be written, as they are at the checkpoint. */
  cells: readonly Cell[];
  /** The channel that the edit starts with, if one was chosen. */
  channel: string | null;
  /** The node that the edit is written as at first; null for a raw value. */
  asNode: AsNode;
  onPreview: AskPreview;
  /** Makes the fork; resolves to why it was refused, null when it was made. */
  onFork: (request: EditRequest) => Promise<string | null>;
  onClose: () => void;
}

/** The dialog. It closes when the fork is made. */
export function EditStateDialog(props: EditStateProps) {
  const { when, checkpoint, nodes, cells, onPreview, onClose } = props;
  const read = use(ValueReading);
  const [asNode, setAsNode] = useState<AsNode>(props.asNode);
  const [text, setText] = useEditText(cells, props.channel);
  const [note, setNote] = useState<string | null>(null);
  const reading = readEdit(text, asNode, { checkpoint, channels: cells.map((cell) => cell.name) });
  const outcome = useEditPreview(reading, onPreview);
  const fork = useFork(props);
  // An edit that names nothing yet is no mistake: the sentence stands there as advice.
  const unbegun = !reading.ok && channelsIn(text).length === 0 && text.trim() === "{}";

  const put = async (name: string, value: Preview) => {
    const found = await editable(value, read);
    setText((before) => withChannel(before, name, found?.value ?? null));
    const missing = found === null && value.kind !== "missing";
    setNote(missing ? `JSON cannot say the whole value of ${name}; null stands in its place.` : null);
  };
  return (
    <Dialog
      name="Edit state"
      size="wide"
      onClose={onClose}
      actions={
        <>
          {fork.busy ? <Progress sentence="Making the fork" /> : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="filled"
            icon="fork"
            blocked={blockedBy(reading.ok ? outcome : reading, fork.busy)}
            onClick={() => reading.ok && fork.make(reading.request)}
          >
            Fork
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        The edit becomes a superstep of its own, {when}. What ran before stays in the history as it is.
      </p>
      <div className={styles.grid}>
        <div className={styles.what}>
          <AsNodeField nodes={nodes} asNode={asNode} onChange={setAsNode} />
          <ChannelChips
            cells={cells}
            chosen={channelsIn(text)}
            onToggle={(cell) => void put(cell.name, cell.value)}
          />
          <Field
            name="Value"
            note="JSON"
            hint={unbegun ? reading.problem : note}
            problem={unbegun ? null : reading.ok ? fork.problem : reading.problem}
          >
            {(control) => (
              <textarea
                {...control}
                rows={9}
                data-first-focus
                spellCheck={false}
                className={controls.area}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        </div>
        <NextAfterEdit outcome={outcome} asked={reading.ok} nodes={nodes} />
      </div>
    </Dialog>
  );
}

interface AsNodeFieldProps {
  nodes: readonly string[];
  asNode: AsNode;
  onChange: (asNode: AsNode) => void;
}

function AsNodeField({ nodes, asNode, onChange }: AsNodeFieldProps) {
  return (
    <Field name="As node" hint={asNodeWords(asNode)}>
      {(control) => (
        <select
          {...control}
          className={controls.select}
          value={asNode ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">raw value</option>
          {nodes.map((node) => (
            <option key={node} value={node}>
              {node}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The making of the fork: under way, and why it was refused. */
function useFork({ onFork, onClose }: EditStateProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async (request: EditRequest) => {
    setBusy(true);
    const refused = await onFork(request);
    setBusy(false);
    setProblem(refused);
    if (refused === null) {
      onClose();
    }
  };
  return { busy, problem, make: (request: EditRequest) => void make(request) };
}

function asNodeWords(asNode: AsNode): string {
  return asNode === null
    ? "Each value replaces its channel's. No node is woken by it anew."
    : `As if ${asNode} had returned it: through the reducers, then along its edges.`;
}

function blockedBy(known: { ok: boolean; problem?: string } | null, busy: boolean): string | null {
  if (busy) {
    return "The fork is being made.";
  }
  return known !== null && !known.ok ? (known.problem ?? null) : null;
}
