/** The store for components: each hook looks at one part, and draws again only when that part is another. */

import { createContext, use, useCallback, useSyncExternalStore } from "react";
import { useStore as useZustand } from "zustand";
import { own } from "../base/record";
import type {
  Cell,
  Due,
  GraphCompiled,
  Lane,
  NodeView,
  Preview,
  RunView,
  SessionView,
  StepEntry,
} from "../protocol/generated";
import { ROOT } from "./innerPath";
import type { Page } from "./page";
import { scopedTo } from "./scope";
import type { ConnectionView, Cursor, PageState, Shown } from "./state";
import { type Ui, ui } from "./ui";

/** The page's store; the app provides it. */
export const PageStore = createContext<Page | null>(null);

export function usePage(): Page {
  const page = use(PageStore);
  if (page === null) {
    throw new Error("No page store is provided above this component.");
  }
  return page;
}

/** The graph that components below look at: the root, or one inside of a node by its path. */
export const GraphPath = createContext(ROOT);

/** The path of the graph that is looked at here. */
export function useGraphPath(): string {
  return use(GraphPath);
}

/** Any part of the state. `select` must give the same object while nothing changed, and be the same function. */
export function usePart<Part>(select: (state: PageState) => Part): Part {
  const { state } = usePage();
  const path = useGraphPath();
  const look = useCallback((now: PageState) => select(scopedTo(now, path)), [select, path]);
  const watch = useCallback((changed: () => void) => state.watch(look, changed), [state, look]);
  return useSyncExternalStore(watch, () => look(state.get()));
}

/** A part of the whole state, also where a graph inside is looked at. */
export function useRootPart<Part>(select: (state: PageState) => Part): Part {
  const { state } = usePage();
  const watch = useCallback((changed: () => void) => state.watch(select, changed), [state, select]);
  return useSyncExternalStore(watch, () => select(state.get()));
}

/** A part of the state that belongs to one name. `select` must be the same function in each draw. */
function usePartOf<Part>(name: string, select: (state: PageState, name: string) => Part): Part {
  return usePart(useCallback((state: PageState) => select(state, name), [select, name]));
}

const cellIn = ({ shown }: PageState, name: string) => own(shown.snapshot.cells, name) ?? null;
const nodeIn = ({ shown }: PageState, name: string) => own(shown.snapshot.nodes, name) ?? null;
const managedIn = ({ shown }: PageState, name: string) => own(shown.snapshot.managed, name) ?? null;
const shownIn = ({ shown }: PageState) => shown;
const graphIn = ({ shown, live }: PageState) => shown.snapshot.graph ?? live.graph;
const nextIn = ({ shown }: PageState) => shown.snapshot.next;
const runIn = ({ live }: PageState) => live.run;
const stepsIn = ({ steps }: PageState) => steps;
const lanesIn = ({ live }: PageState) => live.lanes;
const cursorIn = ({ cursor }: PageState) => cursor;
const connectionIn = ({ connection }: PageState) => connection;
const waitingIn = ({ waiting }: PageState) => waiting;
const sessionIn = ({ session }: PageState) => session;
const refusalIn = ({ refusal }: PageState) => refusal;

/** One channel at the cursor. */
export const useCell = (name: string): Cell | null => usePartOf(name, cellIn);
/** One node at the cursor. */
export const useNode = (name: string): NodeView | null => usePartOf(name, nodeIn);
/** One managed value at the cursor. */
export const useManaged = (name: string): Preview | null => usePartOf(name, managedIn);
/** Everything at the cursor; draws again at each change of it. */
export const useShown = (): Shown => usePart(shownIn);
/** The graph at the cursor. */
export const useGraph = (): GraphCompiled | null => usePart(graphIn);
/** Who is due after the superstep at the cursor. */
export const useNext = (): readonly Due[] => usePart(nextIn);
/** The run at the live end, wherever the cursor is. */
export const useRun = (): RunView => usePart(runIn);
/** The loaded supersteps, oldest first, the open one last. */
export const useSteps = (): readonly StepEntry[] => usePart(stepsIn);
export const useLanes = (): readonly Lane[] => usePart(lanesIn);
export const useCursor = (): Cursor => usePart(cursorIn);
export const useConnection = (): ConnectionView => usePart(connectionIn);
/** What takes long just now. */
export const useWaiting = (): string | null => usePart(waitingIn);
export const useSession = (): SessionView | null => usePart(sessionIn);
/** What the server refused last. */
export const useRefusal = (): string | null => usePart(refusalIn);
/** A choice of the person's. */
export const useUi = <Part>(select: (choices: Ui) => Part): Part => useZustand(ui, select);
