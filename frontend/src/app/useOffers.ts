/** All commands as they stand now, for the bar, the palette and the keys. */

import { useMemo } from "react";
import { allCommands, type Offer, offersOf } from "../commands/registry";
import type { Example } from "../protocol/generated";
import { runInput } from "../store/input";
import type { PageState } from "../store/state";
import { usePage, usePart } from "../store/useStore";
import { windowActsOf } from "./windowActs";

const whole = (state: PageState): PageState => state;

/** Each command with its reason. */
export function useOffers(examples: readonly Example[]): readonly Offer[] {
  const page = usePage();
  const state = usePart(whole);
  const commands = useMemo(() => allCommands(examples), [examples]);
  const context = useMemo(() => ({ page, input: runInput.getState, window: windowActsOf(page) }), [page]);
  return useMemo(() => offersOf(commands, state, context), [commands, state, context]);
}
