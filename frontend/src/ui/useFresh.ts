/** Whether the superstep on show has just been committed before the reader's eyes: only then does anything move. */

import { useSyncExternalStore } from "react";
import { type Observable, observable } from "../base/observable";
import type { Page } from "../store/page";
import type { PageState } from "../store/state";
import { usePage } from "../store/useStore";

/** Two names for one motion, in turn: a new step cuts the old motion short and starts its own. */
export type Fresh = "even" | "odd" | null;

const known = new WeakMap<Page, Observable<Fresh>>();

/** The value for a `data-fresh` attribute. Null in the past, after a load, and while steps run by in numbers. */
export function useFresh(): Fresh {
  const fresh = freshIn(usePage());
  return useSyncExternalStore(
    (changed) => fresh.watch((value) => value, changed),
    () => fresh.get(),
  );
}

function freshIn(page: Page): Observable<Fresh> {
  const before = known.get(page);
  if (before !== undefined) {
    return before;
  }
  const fresh = observable<Fresh>(null);
  let last = placeOf(page.state.get());
  page.state.watch(placeOf, (place) => {
    fresh.set(freshAfter(last, place));
    last = place;
  });
  known.set(page, fresh);
  return fresh;
}

/** Epoch, newest key and cursor in one text, so that an equal place is the same. */
function placeOf({ epoch, live, cursor }: PageState): string {
  const { key, status } = live.steps.at(-1) ?? { key: -1, status: "committed" };
  return [key, status, cursor, epoch].join(" ");
}

/** One superstep more in the same log, seen from its live end. */
export function freshAfter(before: string, after: string): Fresh {
  const [keyBefore, , , ...epochBefore] = before.split(" ");
  const [key, status, cursor, ...epoch] = after.split(" ");
  const isNext = Number(key) === Number(keyBefore) + 1 && epoch.join(" ") === epochBefore.join(" ");
  if (!isNext || cursor !== "live" || status !== "committed") {
    return null;
  }
  return Number(key) % 2 === 0 ? "even" : "odd";
}
