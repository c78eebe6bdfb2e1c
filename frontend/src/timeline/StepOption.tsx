/** One superstep of the timeline: its number, how it ended, where its time went, and who ran. */

import { memo } from "react";
import { nodeTitle } from "../base/nodeTitle";
import type { Phase, StepEntry } from "../protocol/generated";
import { nodeLook } from "../ui/hues";
import { Icon } from "../ui/Icon";
import { NodeMark } from "../ui/Mark";
import type { OrderOf } from "../ui/useOrderOf";
import { type BarPiece, barOf, dueBar, durationText, totalMs } from "./phases";
import { type PlacedStep, stepRemark } from "./plan";
import styles from "./Timeline.module.css";
import { COLUMN_WIDTH, LABEL_WIDTH } from "./window";

export interface StepOptionProps {
  placed: PlacedStep;
  id: string;
  isSelected: boolean;
  /** The phase that an open step waits before. */
  begins: Phase | null;
  orderOf: OrderOf;
  onSelect: (placed: PlacedStep) => void;
}

/** The option. Keys are the list's: focus stays on it, and the cursor moves. */
export const StepOption = memo(function StepOption(props: StepOptionProps) {
  const { placed, id, isSelected, begins, orderOf, onSelect } = props;
  const { entry, column } = placed;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys move the cursor on the list around.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names this option as its active one.
    <div
      id={id}
      role="option"
      className={styles.step}
      style={{ left: leftOf(column) }}
      aria-selected={isSelected}
      aria-description={describe(entry)}
      onClick={() => onSelect(placed)}
    >
      <Head entry={entry} />
      <div aria-hidden="true">
        <Bar pieces={barOf(entry, begins)} orderOf={orderOf} />
        <Nodes names={namesOf(entry)} orderOf={orderOf} />
      </div>
    </div>
  );
});

/** The number and the remark are the option's name; the description tells the rest. */
function Head({ entry }: { entry: StepEntry }) {
  const remark = stepRemark(entry);
  const duration = totalMs(entry);
  return (
    <div className={styles.head}>
      <span>
        <b>Step {entry.step}</b>
        {remark === null ? null : (
          <span className={styles.said} data-tone={TONES[remark]}>
            , {remark}
          </span>
        )}
      </span>
      <span className={styles.sign} data-tone={remark === null ? "plain" : TONES[remark]} aria-hidden="true">
        {entry.status === "open" ? "under way" : <Icon name={ICONS[remark ?? "committed"]} size="small" />}
      </span>
      <span className={styles.time} aria-hidden="true">
        {duration === null ? "" : durationText(duration)}
      </span>
    </div>
  );
}

const TONES = { aborted: "refuse", edit: "plain", fork: "plain", waits: "wait" } as const;
const ICONS = { aborted: "refuse", committed: "check", edit: "pen", fork: "fork", waits: "clock" } as const;

/** What a screen reader hears after the name. */
function describe(entry: StepEntry): string {
  const duration = totalMs(entry);
  return [namesOf(entry).map(nodeTitle).join(", "), duration === null ? "" : durationText(duration)]
    .filter(Boolean)
    .join("; ");
}

export interface DueStepProps {
  column: number;
  step: number;
  nodes: readonly string[];
  orderOf: OrderOf;
}

/** What the next superstep will run. Not an option: there is nothing to show of it yet. */
export function DueStep({ column, step, nodes, orderOf }: DueStepProps) {
  return (
    <div className={styles.step} style={{ left: leftOf(column) }} data-next="true" aria-hidden="true">
      <div className={styles.head}>
        <b>Step {step}</b>
        <span className={styles.sign}>due next</span>
      </div>
      <Bar pieces={dueBar()} orderOf={orderOf} />
      <Nodes names={nodes} orderOf={orderOf} />
    </div>
  );
}

function leftOf(column: number): number {
  return LABEL_WIDTH + column * COLUMN_WIDTH;
}

/** What stands where no node took part. */
const NOBODY = { aborted: ["nothing was planned"], committed: ["input"], open: [] } as const;

function namesOf({ nodes, source, status }: StepEntry): readonly string[] {
  if (source === "update" || source === "fork") {
    return [source === "update" ? "edited by hand" : "goes on from there"];
  }
  return nodes.length === 0 ? NOBODY[status] : nodes;
}

function Bar({ pieces, orderOf }: { pieces: readonly BarPiece[]; orderOf: OrderOf }) {
  return (
    <div className={styles.bar}>
      {pieces.map(({ phase, node, share, look }) => (
        <span
          key={`${phase} ${node ?? ""}`}
          className={styles.piece}
          style={{ flex: `${share} 1 0` }}
          data-phase={phase}
          data-look={look}
          data-hue={node === null || orderOf(node) < 0 ? undefined : nodeLook(orderOf(node)).hue}
          title={node === null ? phase : `${phase}: ${nodeTitle(node)}`}
        />
      ))}
    </div>
  );
}

const NODES_IN_SIGHT = 5;

function Nodes({ names, orderOf }: { names: readonly string[]; orderOf: OrderOf }) {
  const more = names.length - NODES_IN_SIGHT;
  return (
    <div className={styles.nodes} title={names.map(nodeTitle).join(", ")}>
      {names.slice(0, NODES_IN_SIGHT).map((name) => (
        <span key={name} className={styles.node}>
          {orderOf(name) < 0 ? null : <NodeMark order={orderOf(name)} />}
          {nodeTitle(name)}
        </span>
      ))}
      {more > 0 ? `+${more}` : null}
    </div>
  );
}
