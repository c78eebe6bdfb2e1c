/** What lies over the page, and whether the start screen is shown in place of an open document. */

import { createStore } from "zustand/vanilla";

export type Overlay =
  | { readonly kind: "change" }
  | { readonly kind: "conflict" }
  | { readonly kind: "edit"; readonly channel: string | null }
  | { readonly kind: "keys" }
  | { readonly kind: "new"; readonly dropped: DroppedFile | null }
  | { readonly kind: "palette" };

/** A file that was dropped on the page and could not be made under its own name. */
export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

export interface WindowState {
  readonly overlay: Overlay | null;
  /** A document can stay open behind the start screen. */
  readonly start: "hidden" | "shown";
}

/** The one window. */
export const windowState = createStore<WindowState>(() => ({ overlay: null, start: "hidden" }));

/** Put something over the page, or take it away. */
export function openOverlay(overlay: Overlay | null): void {
  windowState.setState({ overlay });
}

/** Show the start screen, or go back to the document. */
export function showStart(start: WindowState["start"]): void {
  windowState.setState({ start });
}
