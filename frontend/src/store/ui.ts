/** What a person chose to look at. Kept in this browser; nothing of a graph or a run is in it. */

import { createJSONStorage, persist } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import { pathOfId, ROOT } from "./innerPath";

export type SideTab = "code" | "explain" | "problems" | "state";
export type ChannelsView = "fields" | "values";

/** What a command wants opened or done where it is shown: on the canvas or among the fields. */
export type AskedFor =
  | "answer"
  | "branch"
  | "connect"
  | "edges"
  | "export.json"
  | "export.mermaid"
  | "export.png"
  | "export.python"
  | "export.svg"
  | "field.add"
  | "join"
  | "node.add"
  | "node.copy"
  | "node.cut"
  | "node.delete"
  | "node.paste"
  | "node.rename"
  | "node.search"
  | "options";

/** One such wish. `serial` counts them: the same one twice is two. */
export interface Asked {
  readonly what: AskedFor;
  /** The node that it is about; null where it is about none. */
  readonly node: string | null;
  readonly serial: number;
}

export interface Ui {
  /** The last of `selectedNodes`: `choose` keeps the two together. */
  readonly selectedNode: string | null;
  readonly selectedNodes: readonly string[];
  /** The graph that Channels and Explain tell of: "" is the root, else the path of one inside. It goes with what is selected. */
  readonly inside: string;
  readonly selectedChannel: string | null;
  readonly sideTab: SideTab;
  /** What the Channels region shows; null until a person chose, and again when something is run. */
  readonly channelsView: ChannelsView | null;
  /** The newest wish that nobody has taken yet; see `useAsked`. */
  readonly asked: Asked | null;
  readonly internalChannels: "hidden" | "shown";
  readonly motion: "off" | "on";
}

type Kept = Pick<Ui, "internalChannels" | "motion" | "sideTab">;

const TABS: readonly SideTab[] = ["code", "explain", "problems", "state"];

/** The choices of this page. */
export const ui = createStore<Ui>()(
  persist(
    (): Ui => ({
      selectedNode: null,
      selectedNodes: [],
      inside: ROOT,
      selectedChannel: null,
      sideTab: "explain",
      channelsView: null,
      asked: null,
      internalChannels: "hidden",
      motion: "on",
    }),
    {
      name: "stepgraph.ui",
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ internalChannels, motion, sideTab }): Kept => ({ internalChannels, motion, sideTab }),
      merge: (kept, now) => ({ ...now, ...choicesIn(kept) }),
    },
  ),
);

/** Choose one thing or several. One selected node means it alone; several mean the last of them, too. */
export function choose(change: Partial<Ui>): void {
  ui.setState({ ...selectionIn(change), ...change });
}

/** Want something opened or done where it is shown. */
export function askFor(what: AskedFor, node: string | null = null): void {
  serial += 1;
  ui.setState({ asked: { what, node, serial } });
}

let serial = 0;

function selectionIn({ selectedNode, selectedNodes }: Partial<Ui>): Partial<Ui> {
  const last = selectedNodes === undefined ? selectedNode : (selectedNodes.at(-1) ?? null);
  if (last === undefined) {
    return {};
  }
  return {
    selectedNode: last,
    selectedNodes: last === null ? [] : (selectedNodes ?? [last]),
    inside: last === null ? ROOT : pathOfId(last),
  };
}

/** What the storage holds may be of another version, or anything. */
function choicesIn(kept: unknown): Partial<Kept> {
  const { internalChannels, motion, sideTab } = kept instanceof Object ? Object(kept) : {};
  return {
    ...(internalChannels === "shown" || internalChannels === "hidden" ? { internalChannels } : {}),
    ...(motion === "on" || motion === "off" ? { motion } : {}),
    ...(TABS.includes(sideTab) ? { sideTab } : {}),
  };
}
