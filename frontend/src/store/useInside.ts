/** Graphs inside for components: which are open, and which one the panels tell of. */

import { useStore } from "zustand";
import { documentKeyIn, opened, openPaths } from "./opened";
import type { Ui } from "./ui";
import { useRootPart, useUi } from "./useStore";

const insideIn = ({ inside }: Ui) => inside;

/** The graph that Channels and Explain tell of: the root's path, or that of a graph inside. */
export const useInside = (): string => useUi(insideIn);

/** The paths of the graphs that are open; the same array until one is opened or closed. */
export function useOpenPaths(): readonly string[] {
  const document = useRootPart(documentKeyIn);
  return useStore(opened, (all) => openPaths(all, document));
}
