/** The problems for components: what is wrong now, and whether its mends still fit the text. */

import { useMemo } from "react";
import { notEditable } from "../commands/draw";
import type { PageState } from "../store/state";
import { useDrawnGraph, useFault, useFindings } from "../store/useDocument";
import { usePart } from "../store/useStore";
import { type Item, itemsOf } from "./items";

const rejectedIn = ({ live }: PageState) => live.rejected;
const warningsIn = ({ live }: PageState) => live.warnings;

/** All problems, the weightiest first. */
export function useProblems(): readonly Item[] {
  const fault = useFault();
  const findings = useFindings();
  const rejected = usePart(rejectedIn);
  const warnings = usePart(warningsIn);
  const graph = useDrawnGraph()?.name ?? null;
  return useMemo(
    () => itemsOf({ fault, findings, rejected, warnings, graph }),
    [fault, findings, rejected, warnings, graph],
  );
}

/** Why the mends cannot be made now; null when they can. They are changes of the text that the rules looked at. */
export function mendsBlockedIn(state: PageState): string | null {
  const { document } = state;
  const blocked = notEditable(state);
  if (blocked !== null || document === null) {
    return blocked;
  }
  return document.findingsRevision === document.view.revision
    ? null
    : "The text changed since; it is being checked again.";
}
