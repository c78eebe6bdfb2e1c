/** What the canvas pictures now. The same object as long as nothing of it changed. */

import { useMemo } from "react";
import { notDrawable } from "../commands/draw";
import type { DrawnGraph, GraphCompiled } from "../protocol/generated";
import { drawnGraphIn, isOtherPastIn } from "../store/document";
import type { PageState } from "../store/state";
import { useGraph, usePart } from "../store/useStore";
import { ofCompiled, ofDrawn, type Pictured } from "./pictured";

/** The picture: the document's drawing, else the compiled graph; in a past of another text always that. */
export function usePictured(): Pictured | null {
  const compiled = useGraph();
  const graph = usePart(drawnGraphIn);
  const revision = usePart(drawingRevisionIn);
  const blocked = usePart(notDrawable);
  const path = usePart(pathIn);
  const isPast = usePart(isOtherPastIn);
  return useMemo(() => {
    if (compiled !== null && isPast) {
      return ofCompiled(compiled, "past");
    }
    if (graph !== null) {
      return ofDrawn({ path, graph, revision, readOnly: blocked }, compiledOf(graph, compiled));
    }
    return compiled === null ? null : ofCompiled(compiled, "now");
  }, [compiled, graph, revision, blocked, path, isPast]);
}

/** A drawing of another graph of the file gets nothing of what was compiled. */
function compiledOf(graph: DrawnGraph, compiled: GraphCompiled | null): GraphCompiled | null {
  const names = [graph.name, graph.builder, graph.compiled, graph.function];
  return compiled !== null && names.includes(compiled.graph) ? compiled : null;
}

const drawingRevisionIn = ({ document }: PageState): number => document?.drawingRevision ?? -1;
const pathIn = ({ document }: PageState): string => document?.view.path ?? "";
