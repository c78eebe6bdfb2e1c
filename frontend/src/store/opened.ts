/** Which graphs inside of nodes are open on the canvas. Kept in this browser, for each document by itself. */

import { createJSONStorage, persist } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import { isRecord } from "../base/record";
import { pathsTo } from "./innerPath";
import type { PageState } from "./state";

export interface Opened {
  /** Paths of graphs, by document; the one that was changed last comes last. */
  readonly open: ReadonlyMap<string, readonly string[]>;
}

const DOCUMENTS = 40;
const NONE: readonly string[] = [];

/** What is open in this browser. */
export const opened = createStore<Opened>()(
  persist((): Opened => ({ open: new Map() }), {
    name: "stepgraph.inside",
    version: 1,
    storage: createJSONStorage(() => localStorage),
    partialize: ({ open }) => ({ open: [...open] }),
    merge: (kept, now) => ({ ...now, open: new Map(isRecord(kept) ? entriesIn(kept.open) : []) }),
  }),
);

/** The document whose graphs are open or closed. */
export function documentKeyIn({ session }: PageState): string {
  return session === null ? "" : `${session.document} ${session.graph ?? ""}`;
}

/** The open graphs of a document. The same array until one is opened or closed. */
export function openPaths({ open }: Opened, document: string): readonly string[] {
  return open.get(document) ?? NONE;
}

/** Open a graph, and those that it is in. */
export function openGraph(document: string, path: string): void {
  change(document, (paths) => new Set([...paths, ...pathsTo(path)]));
}

/** Close a graph. What is open in it is open again with it. */
export function closeGraph(document: string, path: string): void {
  change(document, (paths) => new Set(paths.filter((one) => one !== path)));
}

function change(document: string, changed: (paths: readonly string[]) => ReadonlySet<string>): void {
  const { open } = opened.getState();
  const before = open.get(document) ?? NONE;
  const after = [...changed(before)];
  if (after.length !== before.length) {
    const others = [...open].filter(([name]) => name !== document).slice(-(DOCUMENTS - 1));
    opened.setState({ open: new Map([...others, [document, after]]) });
  }
}

/** What the storage holds may be of another version, or anything. */
function entriesIn(kept: unknown): readonly (readonly [string, readonly string[]])[] {
  if (!Array.isArray(kept)) {
    return [];
  }
  return kept.flatMap((entry: unknown) => {
    const [document, paths] = Array.isArray(entry) ? entry : [];
    const isWhole = typeof document === "string" && Array.isArray(paths);
    return isWhole ? [[document, paths.filter((path) => typeof path === "string")] as const] : [];
  });
}
