/** The document for components: its text, how it is drawn, what was found in it. */

import type { DocumentView, DrawnGraph, Finding, Problem } from "../protocol/generated";
import { type DocumentState, drawnGraphIn } from "./document";
import type { PageState } from "./state";
import { usePart } from "./useStore";

const NO_FINDINGS: readonly Finding[] = [];
const NO_FUNCTIONS: readonly string[] = [];

const documentIn = ({ document }: PageState) => document;
const viewIn = ({ document }: PageState) => document?.view ?? null;
const findingsIn = ({ document }: PageState) => document?.findings ?? NO_FINDINGS;
const faultIn = ({ document }: PageState) => document?.fault ?? null;
const functionsIn = ({ document }: PageState) => document?.drawing?.functions ?? NO_FUNCTIONS;

/** All of it; draws again at each change. Null until the server tells of it. */
export const useDocument = (): DocumentState | null => usePart(documentIn);
/** How it stands: revision, saved, what Undo would take back. */
export const useDocumentView = (): DocumentView | null => usePart(viewIn);
/** The graph that is drawn; of an older revision while the text does not parse. */
export const useDrawnGraph = (): DrawnGraph | null => usePart(drawnGraphIn);
/** What the rules found. */
export const useFindings = (): readonly Finding[] => usePart(findingsIn);
/** Why the newest text cannot be read; null when it can. */
export const useFault = (): Problem | null => usePart(faultIn);
/** Names that could be a node's function, a router or a reducer. */
export const useFunctions = (): readonly string[] => usePart(functionsIn);
