/** Gestures that need no dialog, and those that need one only sometimes. */

import type { DocumentArrange } from "../protocol/generated";
import { edit } from "../store/drawing";
import type { Page } from "../store/page";
import { choose } from "../store/ui";
import type { Places } from "./arranger";
import { pasted } from "./clip";
import { END, START, type WiredEdge } from "./drawing";
import { begin, rename, selectWire } from "./open";
import type { Pictured } from "./pictured";
import { edgeLock, edgeRefusal, nodeLock, orphanedFunctions } from "./rules";

/** Delete nodes; asks first when a function would be left that nothing else uses. */
export function deleteNodes(page: Page, picture: Pictured, names: readonly string[]): void {
  const nodes = names.filter((name) => name !== START && name !== END);
  if (nodes.length === 0 || isRefused(page, firstLock(picture, nodes))) {
    return;
  }
  if (orphanedFunctions(picture, nodes).length > 0) {
    begin({ what: "delete", names: nodes });
  } else {
    void edit(page, { type: "node.delete", names: nodes });
  }
}

/** Duplicate nodes with the edges among them. */
export function duplicateNodes(page: Page, picture: Pictured, names: readonly string[]): void {
  if (names.length > 0 && !isRefused(page, firstLock(picture, names))) {
    void edit(page, { type: "node.duplicate", names });
  }
}

/** Write a node's name on its card. */
export function renameNode(page: Page, picture: Pictured, name: string): void {
  if (!isRefused(page, nodeLock(picture, name))) {
    rename(name);
  }
}

/** Connect two boxes. */
export function connect(page: Page, picture: Pictured, source: string, target: string): void {
  if (!isRefused(page, edgeRefusal(picture, source, target))) {
    void edit(page, { type: "edge.add", source, target });
  }
}

/** Take an edge away: a plain one, a member of a join, a way of a branch. */
export function deleteEdge(page: Page, picture: Pictured, edge: WiredEdge): void {
  if (!isRefused(page, edgeLock(picture, edge))) {
    selectWire(null);
    const { source, target, join, branch } = edge;
    void edit(page, { type: "edge.delete", source, target, join, branch });
  }
}

/** Let an edge lead to another target. */
export function leadEdge(page: Page, picture: Pictured, edge: WiredEdge, toTarget: string): void {
  const { source, target, join, branch } = edge;
  if (target !== null && target !== toTarget && !isRefused(page, edgeLock(picture, edge))) {
    void edit(page, { type: "edge.move", source, target, toSource: source, toTarget, join, branch });
  }
}

/** Paste what a clipboard held. */
export function paste(page: Page, text: string): void {
  const gesture = pasted(text);
  if (typeof gesture === "string") {
    page.refuse(gesture);
  } else {
    void edit(page, gesture);
  }
}

/** Keep where boxes stand, beside the file. */
export function arrange(page: Page, graph: string, places: Places): void {
  const boxes = [...places].map(([name, { x, y }]) => ({ name, x, y }));
  if (boxes.length > 0) {
    void page.order({ type: "document.arrange", graph, boxes });
  }
}

/** Forget where boxes stand, and let the layout place them. */
export function unarrange(page: Page, graph: string): void {
  const command: DocumentArrange = { type: "document.arrange", graph, boxes: [], reset: true };
  void page.order(command);
}

/** Select all that stand in these names' order, the last one last. */
export function selectNodes(names: readonly string[]): void {
  selectWire(null);
  choose({ selectedNodes: names });
}

function firstLock(picture: Pictured, names: readonly string[]): string | null {
  return names.map((name) => nodeLock(picture, name)).find((lock) => lock !== null) ?? null;
}

function isRefused(page: Page, reason: string | null): boolean {
  if (reason !== null) {
    page.refuse(reason);
  }
  return reason !== null;
}
