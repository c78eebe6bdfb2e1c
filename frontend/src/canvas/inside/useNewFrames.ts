/** A graph that is opened is brought into sight, as it comes and again when it is tidied. */

import { useEffect, useRef } from "react";
import type { ViewportMoves } from "../useViewport";
import { allFrames, type Frame } from "./framed";

export function useNewFrames(frames: ReadonlyMap<string, Frame>, moves: ViewportMoves): void {
  const before = useRef<ReadonlyMap<string, Frame> | null>(null);
  const newest = useRef<string | null>(null);
  useEffect(() => {
    const last = before.current;
    const now = new Map(allFrames(frames).map((frame) => [frame.path, frame]));
    before.current = now;
    if (last === null) {
      return; // what was open before is part of the first view
    }
    const come = [...now.keys()].findLast((path) => !last.has(path));
    const again = newest.current;
    const isTidied = again !== null && last.get(again)?.drawing === now.get(again)?.drawing;
    newest.current = come ?? null;
    const shown = come ?? (isTidied && last.get(again)?.size !== now.get(again)?.size ? again : null);
    if (shown !== null) {
      moves.unfold(shown);
    }
  }, [frames, moves]);
}
