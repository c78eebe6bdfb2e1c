/** The window follows the run: who ran in the shown superstep, and who is due, are kept in sight. */

import { useEffect } from "react";
import { afterPaint } from "../base/afterPaint";
import { usePage } from "../store/useStore";
import { dueIn, shownPlaceIn, workingInsideIn } from "./inStore";
import type { ViewportMoves } from "./useViewport";

/** While `mode` is on, each shown superstep brings its nodes into sight; not while a run goes on by itself. */
export function useFollow(moves: ViewportMoves, mode: "off" | "on"): void {
  const { state } = usePage();
  useEffect(() => {
    if (mode === "off") {
      return;
    }
    let callOff = () => {};
    const follow = () => {
      const { shown, live } = state.get();
      if (!shown.isLive || live.run.status !== "running") {
        const inside = workingInsideIn(state.get());
        moves.revealAll(
          inside.length > 0 ? inside : [...dueIn(state.get()).keys()],
          shown.entry?.nodes ?? [],
        );
      }
    };
    const stop = state.watch(shownPlaceIn, () => {
      callOff();
      callOff = afterPaint(follow);
    });
    return () => {
      callOff();
      stop();
    };
  }, [state, moves, mode]);
}
