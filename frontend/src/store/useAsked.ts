/** Wishes of commands for the component that can fulfil them. */

import { useEffect, useEffectEvent } from "react";
import { type Asked, type AskedFor, choose, type Ui } from "./ui";
import { useUi } from "./useStore";

const askedIn = ({ asked }: Ui): Asked | null => asked;

/** Calls `fulfil` once for each wish of these kinds, also for one that was asked before the component was there. */
export function useAsked(kinds: readonly AskedFor[], fulfil: (asked: Asked) => void): void {
  const asked = useUi(askedIn);
  const take = useEffectEvent((wish: Asked) => {
    if (kinds.includes(wish.what)) {
      choose({ asked: null });
      fulfil(wish);
    }
  });
  useEffect(() => {
    if (asked !== null) {
      take(asked);
    }
  }, [asked]);
}
