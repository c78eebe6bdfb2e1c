/** A document that was just opened, from wherever, comes before the start screen. */

import { useEffect } from "react";
import { showStart } from "./windowState";

/** Hides the start screen when another session is followed. */
export function useDocumentFirst(session: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is what brings its document to the front.
  useEffect(() => showStart("hidden"), [session]);
}
