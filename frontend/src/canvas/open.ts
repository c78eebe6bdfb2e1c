/** What is open on the canvas: a gesture that asks for more, a name that is written, an edge that is selected. */

import { createStore } from "zustand/vanilla";
import { choose } from "../store/ui";
import type { WiredEdge } from "./drawing";
import type { Point } from "./layout";

/** A gesture in a dialog. */
export type Task =
  | { readonly what: "add"; readonly at: Point | null; readonly after: string | null }
  | { readonly what: "branch"; readonly source: string; readonly branch: string | null }
  | { readonly what: "connect"; readonly source: string }
  | { readonly what: "delete"; readonly names: readonly string[] }
  | { readonly what: "edges"; readonly node: string }
  | { readonly what: "join"; readonly sources: readonly string[] }
  | { readonly what: "lead"; readonly edge: WiredEdge }
  | { readonly what: "options"; readonly node: string };

export interface Open {
  readonly task: Task | null;
  /** The node whose name is being written on its card. */
  readonly renaming: string | null;
  /** The id of the wire that is selected. */
  readonly wire: string | null;
  /** Whether the list of nodes is open. */
  readonly search: "closed" | "open";
}

const NOTHING: Open = { task: null, renaming: null, wire: null, search: "closed" };

/** The state of this page's canvas. */
export const open = createStore<Open>(() => NOTHING);

export function begin(task: Task): void {
  open.setState({ task, renaming: null });
}

export function end(): void {
  open.setState({ task: null });
}

export function rename(node: string): void {
  open.setState({ renaming: node });
}

/** Write a node's name no more. Another one's, begun meanwhile, stays open. */
export function stopRenaming(node: string): void {
  if (open.getState().renaming === node) {
    open.setState({ renaming: null });
  }
}

export function search(state: Open["search"]): void {
  open.setState({ search: state });
}

/** Select a wire in place of nodes; null selects none. */
export function selectWire(wire: string | null): void {
  if (wire !== null) {
    choose({ selectedNodes: [] });
  }
  open.setState({ wire });
}

/** Close everything: another document, another test. */
export function closeAll(): void {
  open.setState(NOTHING);
}
