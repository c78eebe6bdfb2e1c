/** The timeline's window: it follows the cursor, and is free to be scrolled until the cursor moves again. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { afterPaint } from "../base/afterPaint";
import { usePage } from "../store/useStore";
import type { PlacedStep } from "./plan";
import { COLUMN_WIDTH, LANE_HEIGHT, scrollTo } from "./window";

export interface View {
  readonly left: number;
  readonly width: number;
}

/** A ref for the scrolled element, and what part of it is in sight, in whole columns. */
export function useFollowing(
  shown: PlacedStep | null,
  columns: number,
  firstKey: number,
): readonly [RefObject<HTMLDivElement | null>, View] {
  const scroller = useRef<HTMLDivElement>(null);
  const page = usePage();
  const [view, setView] = useState<View>({ left: 0, width: 1200 });
  const followed = useRef<number | null>(null);
  const goal = useRef<{ shown: PlacedStep; columns: number } | null>(null);
  const isDue = useRef(false);
  const hasFollowed = useRef(false);
  const begins = useRef(firstKey);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) {
      return;
    }
    const look = () => {
      const left = Math.floor(element.scrollLeft / COLUMN_WIDTH) * COLUMN_WIDTH;
      const width = element.clientWidth + COLUMN_WIDTH;
      setView((before) => (before.left === left && before.width === width ? before : { left, width }));
      // Not before the cursor was followed: a list that has just been drawn stands at its beginning.
      if (hasFollowed.current && begins.current > 0 && element.scrollLeft === 0) {
        void page.loadOlder();
      }
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [page]);

  useLayoutEffect(() => {
    // Older supersteps came in on the left: what was looked at stays where it is.
    if (scroller.current !== null && firstKey < begins.current) {
      scroller.current.scrollLeft += (begins.current - firstKey) * COLUMN_WIDTH;
    }
    begins.current = firstKey;
  }, [firstKey]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || shown === null || followed.current === shown.entry.key) {
      return;
    }
    followed.current = shown.entry.key;
    goal.current = { shown, columns };
    if (!isDue.current) {
      isDue.current = true;
      // Scrolling asks for the layout; the rows and cards that changed are painted first.
      afterPaint(() => {
        isDue.current = false;
        hasFollowed.current = true;
        bringIntoSight(element, goal.current ?? { shown, columns });
      });
    }
  }, [shown, columns]);

  return [scroller, view];
}

function bringIntoSight(
  element: HTMLElement,
  { shown: { column, row }, columns }: { shown: PlacedStep; columns: number },
): void {
  const left = scrollTo(column, columns, { left: element.scrollLeft, width: element.clientWidth });
  if (left !== null) {
    element.scrollLeft = left;
  }
  const top = row * LANE_HEIGHT;
  if (top < element.scrollTop || top + LANE_HEIGHT > element.scrollTop + element.clientHeight) {
    element.scrollTop = Math.max(0, top - LANE_HEIGHT / 2);
  }
}
