/** Back and Forward of the browser go between the start screen and the documents that were shown. */

import { useEffect, useRef } from "react";
import type { Page } from "../store/page";
import { usePage } from "../store/useStore";
import { entryOf, taking, type Visited, visitedIn } from "./visited";
import { openOverlay, showStart } from "./windowState";

/** Keeps the history; `isSettled` is false while it is not known yet what will be shown. */
export function useVisited(visited: Visited, isSettled: boolean): void {
  const page = usePage();
  const before = useRef(visited);
  useEffect(() => {
    const how = isSettled ? taking(history.state, visited) : "not";
    if (how === "push") {
      history.pushState(entryOf(visited), "");
    } else if (how === "replace") {
      history.replaceState(entryOf(visited), "");
    }
    // A page that has just come in leaves the focus where a browser puts it.
    if (how !== "replace" && before.current !== visited) {
      focusFreed();
    }
    before.current = visited;
  }, [visited, isSettled]);
  useEffect(() => {
    const go = ({ state }: PopStateEvent) => goTo(page, visitedIn(state));
    window.addEventListener("popstate", go);
    return () => window.removeEventListener("popstate", go);
  }, [page]);
}

/** What had the focus went with the view that it was in: the new view takes it. */
function focusFreed(): void {
  if (document.activeElement === document.body) {
    document.getElementById("main")?.focus();
  }
}

function goTo(page: Page, visited: Visited | undefined): void {
  if (visited === undefined) {
    return;
  }
  openOverlay(null);
  if (visited !== null && visited !== page.state.get().session?.session) {
    // Opening runs nothing; the document comes to the front when it is followed.
    void page.order({ type: "document.open", session: visited });
  } else {
    showStart(visited === null ? "shown" : "hidden");
  }
}
