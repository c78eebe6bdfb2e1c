/** The run input for components. */

import { useStore } from "zustand";
import { type RunInput, runInput } from "./input";

/** What the next run is started with; draws again when it changes. */
export function useInput(): RunInput {
  return useStore(runInput);
}
