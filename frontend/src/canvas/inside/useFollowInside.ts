/** A run that waits inside a node is shown there: its frames open, and the panels tell of that graph while it waits. */

import { useEffect } from "react";
import { pathOf, ROOT } from "../../store/innerPath";
import { documentKeyIn, openGraph } from "../../store/opened";
import type { PageState } from "../../store/state";
import { choose, ui } from "../../store/ui";
import { usePage } from "../../store/useStore";

export function useFollowInside(): void {
  const page = usePage();
  useEffect(() => {
    let followed: string = ROOT;
    const follow = (path: string | null) => {
      if (path === null) {
        return;
      }
      if (path !== ROOT) {
        openGraph(documentKeyIn(page.state.get()), path);
        look(path);
      } else if (followed !== ROOT && ui.getState().inside === followed) {
        look(ROOT);
      }
      followed = path;
    };
    follow(waitsAt(page.state.get()));
    return page.state.watch(waitsAt, follow);
  }, [page]);
}

/** Where the run at the live end waits or has ended: the path of a graph inside, or the root's; null while it is at work. */
function waitsAt({ live, shown }: PageState): string | null {
  const { status, ns } = live.run;
  return status === "running" || !shown.isLive ? null : pathOf(ns);
}

/** A node that is chosen elsewhere is not, any more. */
function look(inside: string): void {
  choose(ui.getState().inside === inside ? {} : { selectedNode: null, inside });
}
