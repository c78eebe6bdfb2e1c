/** The title of the browser's tab: which document, and which superstep is shown. */

import { useEffect } from "react";
import { baseName } from "../base/path";
import type { SessionView } from "../protocol/generated";
import type { PageState } from "../store/state";
import { usePart } from "../store/useStore";

const stepIn = ({ shown }: PageState): number | null => shown.entry?.step ?? null;

/** Keeps the title; null is the start screen. */
export function useTitle(session: SessionView | null): void {
  const step = usePart(stepIn);
  const title = titleOf(session, step);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function titleOf(session: SessionView | null, step: number | null): string {
  if (session === null) {
    return "Stepgraph";
  }
  const name = baseName(session.document);
  return `${step === null ? name : `${name}, step ${step}`} · Stepgraph`;
}
