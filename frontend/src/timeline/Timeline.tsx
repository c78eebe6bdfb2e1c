/** The timeline: every superstep of the thread in its lane, and the cursor on one of them. Choosing one runs nothing. */

import { type KeyboardEvent, useCallback, useId, useMemo } from "react";
import { usePage, usePart, useSteps } from "../store/useStore";
import { NotYet } from "../ui/NotYet";
import { Region } from "../ui/Region";
import { useOrderOf } from "../ui/useOrderOf";
import { liveIn, shownKeyIn } from "./inStore";
import { LaneView, optionId } from "./LaneView";
import { MOVE_OF_KEY, moved, type PlacedStep, planOf, type TimelinePlan } from "./plan";
import { DueStep } from "./StepOption";
import styles from "./Timeline.module.css";
import { useFollowing } from "./useFollowing";
import { COLUMN_WIDTH, columnsInSight, LANE_HEIGHT, treeWidth } from "./window";

/** The panel. */
export function Timeline() {
  const steps = useSteps();
  const plan = useMemo(() => planOf(steps), [steps]);
  return (
    <Region name="Timeline" note={<Note />} actions={<Key />}>
      {steps.length === 0 ? (
        <NotYet keys="F10">Each superstep gets its place here. Step to make the first</NotYet>
      ) : (
        <Tree plan={plan} steps={steps.length} firstKey={steps[0]?.key ?? 0} />
      )}
    </Region>
  );
}

const THREAD_CHARACTERS = 12;

function Note() {
  const { thread, count } = usePart(liveIn);
  const supersteps = count === 0 ? null : `${count} superstep${count === 1 ? "" : "s"}`;
  if (thread === null) {
    return supersteps;
  }
  const short = thread.length > THREAD_CHARACTERS ? `${thread.slice(0, THREAD_CHARACTERS)}…` : thread;
  return (
    <span title={`Thread ${thread}`}>{[`thread ${short}`, supersteps].filter(Boolean).join(" · ")}</span>
  );
}

function Key() {
  return <span className={styles.key}>bar: plan, execute, apply, commit</span>;
}

interface TreeProps {
  plan: TimelinePlan;
  steps: number;
  /** The key of the first loaded superstep: above 0 there are older ones. */
  firstKey: number;
}

function Tree({ plan, steps, firstKey }: TreeProps) {
  const page = usePage();
  const orderOf = useOrderOf();
  const id = useId();
  const shownKey = usePart(shownKeyIn);
  const { next, phase, step, lane } = usePart(liveIn);
  const shown = plan.byKey.get(shownKey ?? -1) ?? null;
  const [scroller, view] = useFollowing(shown, plan.columns, firstKey);
  const columns = columnsInSight(view, steps);
  const select = useCallback((placed: PlacedStep) => void page.moveTo(placed.entry.key), [page]);
  const tip = plan.rows.find((row) => row.lane === lane)?.steps.at(-1) ?? null;

  const press = (event: KeyboardEvent) => {
    const move = MOVE_OF_KEY[event.key];
    if (move !== undefined && shown !== null) {
      event.preventDefault();
      const to = moved(plan, shown, move);
      if (to !== null) {
        select(to);
      } else if (move === "left") {
        void page.step("back");
      }
    }
  };

  return (
    <div ref={scroller} className={styles.scroll}>
      <div
        role="listbox"
        tabIndex={0}
        className={styles.tree}
        style={{
          width: treeWidth(plan.columns, view.width - COLUMN_WIDTH),
          height: plan.rows.length * LANE_HEIGHT,
        }}
        aria-label="Timeline"
        aria-orientation="horizontal"
        aria-activedescendant={shown === null ? undefined : optionId(id, shown)}
        onKeyDown={press}
      >
        {plan.rows.map((row) => (
          <LaneView
            key={row.lane}
            id={id}
            row={row}
            columns={columns}
            shownKey={shownKey}
            begins={phase}
            orderOf={orderOf}
            onSelect={select}
          />
        ))}
        {tip === null || next.length === 0 ? null : (
          <div className={styles.due} style={{ top: tip.row * LANE_HEIGHT }}>
            <DueStep column={tip.column + 1} step={step} nodes={next} orderOf={orderOf} />
          </div>
        )}
      </div>
    </div>
  );
}
