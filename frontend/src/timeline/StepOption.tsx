/** One superstep of the timeline: its number, how it ended, where its time went, and who ran. */

import { memo } from "react";
import type { Phase, StepEntry } from "../protocol/generated";
import { nodeLook } from "../ui/hues";
import { Icon, type IconName } from "../ui/Icon";
import { NodeMark } from "../ui/Mark";
import type { OrderOf } from "../ui/useOrderOf";
import { type BarPiece, barOf, dueBar, durationText, totalMs } from "./phases";
import { type PlacedStep, stepName } from "./plan";
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
  const duration = totalMs(entry);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys move the cursor on the list around.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names this option as its active one.
    <div
      id={id}
      role="option"
      className={styles.step}
      style={{ left: leftOf(column) }}
      aria-label={stepName(entry)}
      aria-selected={isSelected}
      onClick={() => onSelect(placed)}
    >
      <div className={styles.head}>
        <b>Step {entry.step}</b>
        <Said entry={entry} />
        <span className={styles.time}>
          {entry.source === "update" ? "edit" : duration === null ? "" : durationText(duration)}
        </span>
      </div>
      <Bar pieces={barOf(entry, begins)} orderOf={orderOf} />
      <Nodes names={namesOf(entry)} orderOf={orderOf} />
    </div>
  );
});

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
        <span className={styles.said}>due next</span>
      </div>
      <Bar pieces={dueBar()} orderOf={orderOf} />
      <Nodes names={nodes} orderOf={orderOf} />
    </div>
  );
}

function leftOf(column: number): number {
  return LABEL_WIDTH + column * COLUMN_WIDTH;
}

function namesOf({ nodes, source }: StepEntry): readonly string[] {
  if (source === "update" || source === "fork") {
    return [source === "update" ? "edited by hand" : "goes on from there"];
  }
  return nodes.length === 0 ? ["input"] : nodes.map((node) => (node === "__input__" ? "input" : node));
}

const SAID: Readonly<Record<string, readonly [IconName, string, "refuse" | "wait"]>> = {
  interrupted: ["clock", "asks", "wait"],
  stopped: ["stop", "aborted", "wait"],
};

function Said({ entry }: { entry: StepEntry }) {
  if (entry.status === "aborted") {
    const [icon, text, tone] = SAID[entry.reason ?? ""] ?? (["refuse", "aborted", "refuse"] as const);
    return (
      <span className={styles.said} data-tone={tone} title={entry.reason?.replaceAll("_", " ")}>
        <Icon name={icon} size="small" />
        {text}
      </span>
    );
  }
  if (entry.status === "open") {
    return <span className={styles.said}>under way</span>;
  }
  return (
    <Icon
      name={entry.source === "update" ? "pen" : entry.source === "fork" ? "fork" : "check"}
      size="small"
    />
  );
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
          title={node === null ? phase : `${phase}: ${node}`}
        />
      ))}
    </div>
  );
}

const NODES_IN_SIGHT = 5;

function Nodes({ names, orderOf }: { names: readonly string[]; orderOf: OrderOf }) {
  const more = names.length - NODES_IN_SIGHT;
  return (
    <div className={styles.nodes} title={names.join(", ")}>
      {names.slice(0, NODES_IN_SIGHT).map((name) => (
        <span key={name} className={styles.node}>
          {orderOf(name) < 0 ? null : <NodeMark order={orderOf(name)} />}
          {name}
        </span>
      ))}
      {more > 0 ? `+${more}` : null}
    </div>
  );
}
