/** Opening graphs inside, and choosing which graph the panels tell of. */

import { holdsGraphIn } from "./innerGraphs";
import { pathsTo, ROOT } from "./innerPath";
import { closeGraph, documentKeyIn, opened, openGraph, openPaths } from "./opened";
import type { Page } from "./page";
import { choose, ui } from "./ui";

/** Open the graph that a node holds, and let the panels tell of it. */
export function openInside(page: Page, id: string): void {
  openGraph(documentKeyIn(page.state.get()), id);
  lookInside(id);
}

/** Close it. What was chosen in it is not any more: its node is. */
export function closeInside(page: Page, id: string): void {
  closeGraph(documentKeyIn(page.state.get()), id);
  const { inside } = ui.getState();
  if (inside === id || inside.startsWith(`${id}|`)) {
    choose({ selectedNode: id });
  }
}

/** Open it or close it; false where the node holds no graph that is known. */
export function toggleInside(page: Page, id: string): boolean {
  const state = page.state.get();
  if (!holdsGraphIn(state, id)) {
    return false;
  }
  const isOpen = openPaths(opened.getState(), documentKeyIn(state)).includes(id);
  (isOpen ? closeInside : openInside)(page, id);
  return true;
}

/** Let the panels tell of the graph inside a node, with no node of it chosen. */
export function lookInside(id: string): void {
  choose({ selectedNode: id, inside: id });
}

/** Let the panels tell of the root again; the node that was looked into stays chosen. */
export function lookAtRoot(): void {
  choose({ selectedNode: pathsTo(ui.getState().inside)[0] ?? null, inside: ROOT });
}
