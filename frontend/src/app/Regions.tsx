/** The regions of the window, side by side with lines to drag; on a narrow window one below the other, scrolling. */

import type { ReactNode } from "react";
import { Cell, Grid, type GridLayout, Gridline } from "react-resizable-panels";
import { useStore } from "zustand";
import { REGIONS, type RegionName } from "../commands/command";
import { EmptyState } from "../ui/EmptyState";
import { RegionCloser } from "../ui/regionCloser";
import styles from "./Regions.module.css";
import { layout, planGrid, setRegion, setSizes } from "./regions";
import { useNarrow } from "./useNarrow";

export interface RegionsProps {
  /** What each region shows. */
  shown: Readonly<Record<RegionName, ReactNode>>;
}

const closers = Object.fromEntries(
  REGIONS.map((region) => [region, () => setRegion(region, false)]),
) as Readonly<Record<RegionName, () => void>>;

/** All open regions. */
export function Regions({ shown }: RegionsProps) {
  const { open, sizes } = useStore(layout);
  const plan = planGrid(open);
  const kept = sizes[plan.key];
  const isNarrow = useNarrow();
  const keep = (now: GridLayout, { isUserInteraction }: { isUserInteraction: boolean }) => {
    if (isUserInteraction) {
      setSizes(plan.key, now);
    }
  };
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <Grid
        // Anew at the limit: the library would take the sizes of the stacked regions for those of the wide window.
        key={isNarrow ? "stacked" : "side by side"}
        id="regions"
        className={styles.grid}
        columns={[...plan.columns]}
        rows={[...plan.rows]}
        onLayoutChanged={keep}
        {...(kept === undefined ? {} : { defaultLayout: kept })}
      >
        {REGIONS.map((region) => {
          const cell = plan.cells[region];
          return cell === undefined ? null : (
            <Cell key={region} id={`region-${region}`} className={styles.cell} data-region={region} {...cell}>
              <RegionCloser value={closers[region]}>{shown[region]}</RegionCloser>
            </Cell>
          );
        })}
        {plan.lines.map(({ name, ...line }) => (
          <Gridline key={JSON.stringify(line)} aria-label={name} className={styles.line} {...line} />
        ))}
      </Grid>
      {plan.key === "" ? (
        <EmptyState keys="Ctrl K">All regions are closed. Open one from the bar above, or</EmptyState>
      ) : null}
    </main>
  );
}
