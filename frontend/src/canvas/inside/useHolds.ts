/** Whether a node holds a graph that can be opened, and whether it is open. */

import { useCallback } from "react";
import { holdsGraphIn } from "../../store/innerGraphs";
import type { PageState } from "../../store/state";
import { useOpenPaths } from "../../store/useInside";
import { useRootPart } from "../../store/useStore";

/** Null for a node that holds no graph which is known. */
export type Holds = "closed" | "open" | null;

export function useHolds(id: string): Holds {
  const holds = useRootPart(useCallback((state: PageState) => holdsGraphIn(state, id), [id]));
  const isOpen = useOpenPaths().includes(id);
  return holds ? (isOpen ? "open" : "closed") : null;
}
