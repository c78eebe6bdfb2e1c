/** The State tab of the open document: what is shown at the cursor. */

import { useMemo } from "react";
import { own } from "../base/record";
import type { Cell, GraphChannel, GraphCompiled, Snapshot } from "../protocol/generated";
import { holdingOf } from "../store/holding";
import { useGraph, useShown } from "../store/useStore";
import { StatePanel } from "./StatePanel";
import { whenWords } from "./words";

export interface StateTabProps {
  /** Why the state cannot be edited now. */
  editBlocked: string | null;
  onEdit: (channel: string | null) => void;
}

/** The tab. */
export function StateTab({ editBlocked, onEdit }: StateTabProps) {
  const { snapshot, entry } = useShown();
  const graph = useGraph();
  const cells = useMemo(() => heldOf(graph, snapshot, "state"), [graph, snapshot]);
  const internal = useMemo(() => heldOf(graph, snapshot, "internal"), [graph, snapshot]);
  return (
    <StatePanel
      when={whenWords(entry)}
      cells={cells}
      internal={internal}
      editBlocked={editBlocked}
      onEdit={onEdit}
    />
  );
}

/** Those that hold something. */
function heldOf(graph: GraphCompiled | null, snapshot: Snapshot, role: Role): readonly Cell[] {
  const kinds = new Map(graph?.channels.map(({ name, kind }) => [name, kind]));
  return cellsOf(graph, snapshot, role).filter(
    (cell) => holdingOf(kinds.get(cell.name) ?? "", cell) !== "nothing",
  );
}

type Role = GraphChannel["role"];

/** The cells of one role, in the graph's order. */
export function cellsOf(graph: GraphCompiled | null, snapshot: Snapshot, role: Role): readonly Cell[] {
  const channels = graph?.channels.filter((channel) => channel.role === role) ?? [];
  return channels.flatMap(({ name }) => own(snapshot.cells, name) ?? []);
}
