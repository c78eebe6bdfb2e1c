/** The notice on the page; a plain one goes by itself, a refusal stays until it is closed or replaced. */

import { useEffect } from "react";
import { useStore } from "zustand";
import { dismiss, type Notice, notices } from "./notices";

const SHOWN_MS = 6000;

/** The notice to draw, if any. */
export function useNotice(): Notice | null {
  const { notice } = useStore(notices);
  useEffect(() => {
    if (notice === null || notice.tone === "refuse") {
      return;
    }
    const timer = setTimeout(() => dismiss(notice.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return notice;
}
