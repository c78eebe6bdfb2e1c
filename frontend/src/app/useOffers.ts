/** All commands as they stand now, for the bar, the palette and the keys. */

import { useMemo } from "react";
import type { Command, Context } from "../commands/command";
import { allCommands, type Offer, offersOf } from "../commands/registry";
import type { Example } from "../protocol/generated";
import { runInput } from "../store/input";
import type { PageState } from "../store/state";
import { useInput } from "../store/useInput";
import { usePage, usePart } from "../store/useStore";
import { windowActsOf } from "./windowActs";

/** The page's commands, and what they act on. */
export interface Commands {
  readonly list: readonly Command[];
  readonly context: Context;
}

/** Made once for the page, and again when the examples are known. */
export function useCommands(examples: readonly Example[]): Commands {
  const page = usePage();
  const context = useMemo(
    () => ({
      page,
      input: runInput.getState,
      newThread: () => crypto.randomUUID(),
      window: windowActsOf(page),
    }),
    [page],
  );
  return useMemo(() => ({ list: allCommands(examples), context }), [examples, context]);
}

/** How the commands stand; draws again only when one of them stands otherwise. */
export function useOffers(commands: Commands): readonly Offer[] {
  // What stands in the boxes is looked at, too.
  useInput();
  return usePart(useMemo(() => offersIn(commands), [commands]));
}

/** How the commands stand at this very moment. */
export function offersNow({ list, context }: Commands): readonly Offer[] {
  return offersOf(list, context.page.state.get(), context);
}

/** A run changes the state at every frame, but hardly ever what can be done: the same offers are the same array. */
export function offersIn({ list, context }: Commands): (state: PageState) => readonly Offer[] {
  let last: readonly Offer[] = [];
  return (state) => {
    const now = offersOf(list, state, context);
    last = now.length === last.length && now.every((offer, index) => isSame(offer, last[index])) ? last : now;
    return last;
  };
}

function isSame(now: Offer, before: Offer | undefined): boolean {
  return now.id === before?.id && now.blocked === before.blocked && now.hint === before.hint;
}
