/** What a person chose to look at. Kept in this browser; nothing of a graph or a run is in it. */

import { createJSONStorage, persist } from "zustand/middleware";
import { createStore } from "zustand/vanilla";

export type SideTab = "code" | "explain" | "state";

export interface Ui {
  readonly selectedNode: string | null;
  readonly selectedChannel: string | null;
  readonly sideTab: SideTab;
  readonly internalChannels: "hidden" | "shown";
  readonly motion: "off" | "on";
}

type Kept = Pick<Ui, "internalChannels" | "motion" | "sideTab">;

/** The choices of this page. */
export const ui = createStore<Ui>()(
  persist(
    (): Ui => ({
      selectedNode: null,
      selectedChannel: null,
      sideTab: "explain",
      internalChannels: "hidden",
      motion: "on",
    }),
    {
      name: "stepgraph.ui",
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ internalChannels, motion, sideTab }): Kept => ({ internalChannels, motion, sideTab }),
      merge: (kept, now) => ({ ...now, ...choicesIn(kept) }),
    },
  ),
);

/** Choose one thing or several. */
export function choose(change: Partial<Ui>): void {
  ui.setState(change);
}

/** What the storage holds may be of another version, or anything. */
function choicesIn(kept: unknown): Partial<Kept> {
  const { internalChannels, motion, sideTab } = kept instanceof Object ? Object(kept) : {};
  return {
    ...(internalChannels === "shown" || internalChannels === "hidden" ? { internalChannels } : {}),
    ...(motion === "on" || motion === "off" ? { motion } : {}),
    ...(sideTab === "code" || sideTab === "explain" || sideTab === "state" ? { sideTab } : {}),
  };
}
