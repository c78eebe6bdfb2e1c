/** One lane of the timeline: its title, the line from where it left, and its supersteps in sight. */

import type { CSSProperties } from "react";
import type { Phase } from "../protocol/generated";
import type { OrderOf } from "../ui/useOrderOf";
import { type LaneRow, laneNote, laneTitle, type PlacedStep } from "./plan";
import { StepOption } from "./StepOption";
import styles from "./Timeline.module.css";
import { COLUMN_WIDTH, type Columns, LABEL_WIDTH, LANE_HEIGHT, stepsInSight } from "./window";

export interface LaneViewProps {
  id: string;
  row: LaneRow;
  columns: Columns;
  shownKey: number | null;
  begins: Phase | null;
  orderOf: OrderOf;
  onSelect: (placed: PlacedStep) => void;
}

/** The lane. */
export function LaneView({ id, row, columns, shownKey, begins, orderOf, onSelect }: LaneViewProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset cannot stand in a list.
    <div role="group" className={styles.lane} aria-label={laneTitle(row)}>
      <span className={styles.title}>
        {laneTitle(row)}
        <small>{laneNote(row)}</small>
      </span>
      {row.origin === null ? null : <span className={styles.branch} style={branchStyle(row.origin, row)} />}
      {stepsInSight(row, columns).map((placed) => (
        <StepOption
          key={placed.entry.key}
          placed={placed}
          id={optionId(id, placed)}
          isSelected={placed.entry.key === shownKey}
          begins={placed.entry.status === "open" ? begins : null}
          orderOf={orderOf}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
}

/** The id of an option, for the list that names its active one. */
export function optionId(list: string, placed: PlacedStep): string {
  return `${list}-${placed.entry.key}`;
}

const FROM_RIGHT = 14;
const INTO_LANE = 22;

/** From the lower right corner of the step that the lane left from, down into the lane. */
function branchStyle(origin: PlacedStep, row: LaneRow): CSSProperties {
  const up = (row.row - origin.row) * LANE_HEIGHT - (LANE_HEIGHT - 10);
  return {
    left: LABEL_WIDTH + (origin.column + 1) * COLUMN_WIDTH - FROM_RIGHT,
    top: -up,
    width: FROM_RIGHT,
    height: up + INTO_LANE,
  };
}
