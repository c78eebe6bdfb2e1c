/** What the Channels region shows: what a person chose, else values as soon as something ran. */

import type { PageState } from "../store/state";
import type { ChannelsView, Ui } from "../store/ui";
import { usePart, useUi } from "../store/useStore";

const chosenIn = ({ channelsView }: Ui): ChannelsView | null => channelsView;
const hasRunIn = ({ live, steps }: PageState): boolean => live.run.status !== "none" || steps.length > 0;

/** The view; without fields there is but one. */
export function useChannelsView(hasFields: boolean): ChannelsView {
  const chosen = useUi(chosenIn);
  const hasRun = usePart(hasRunIn);
  if (!hasFields) {
    return "values";
  }
  return chosen ?? (hasRun ? "values" : "fields");
}
