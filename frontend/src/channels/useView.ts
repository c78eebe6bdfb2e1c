/** What part of a scrolled element is in sight. */

import { type RefCallback, useCallback, useState } from "react";

export interface View {
  readonly top: number;
  readonly height: number;
}

/** Scrolling tells at most once a frame, and only in steps of whole rows. */
const STEP = 40;

/** What a hidden element is taken to show, so that its rows are there when it is seen. */
const UNKNOWN = 600;

/** A ref for the scrolled element, and its view. */
export function useView(): readonly [RefCallback<HTMLElement>, View] {
  const [view, setView] = useState<View>({ top: 0, height: UNKNOWN });
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) {
      return;
    }
    const look = () => {
      const top = Math.floor(element.scrollTop / STEP) * STEP;
      const height = (element.clientHeight || UNKNOWN) + STEP;
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  return [attach, view];
}
