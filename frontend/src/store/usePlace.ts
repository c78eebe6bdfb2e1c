/** The asked-for line for components. */

import { useStore } from "zustand";
import { type CodePlace, codePlace } from "./place";

/** Which line of the document to show; draws again when one is asked for. */
export function useCodePlace(): CodePlace {
  return useStore(codePlace);
}
