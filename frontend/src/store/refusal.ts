/** Taking back what was told as refused last: it was read, or is told in a better place. */

import type { Page } from "./page";

/** Nothing is refused any more. */
export function forgetRefusal({ state }: Page): void {
  if (state.get().refusal !== null) {
    state.set({ ...state.get(), refusal: null });
  }
}
