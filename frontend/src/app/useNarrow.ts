/** Whether the window is so narrow that its regions stand one below the other; the stylesheet's own limit. */

import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 980px)";

export function useNarrow(): boolean {
  return useSyncExternalStore(watch, isNarrow);
}

function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}

function watch(changed: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
