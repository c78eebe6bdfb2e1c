/** What the Channels region shows: what a person chose last, else values, else fields while the file is only drawn. */

import type { PageState } from "../store/state";
import type { ChannelsView, Ui } from "../store/ui";
import { usePart, useUi } from "../store/useStore";

const chosenIn = ({ channelsView }: Ui): ChannelsView | null => channelsView;
const hasValuesIn = ({ document, live, session, steps }: PageState): boolean =>
  live.run.status !== "none" || steps.length > 0 || (isReadySoon(session) && !isEdited(document));

/** Not to show the fields of a file for the moment until it is compiled. */
function isReadySoon(session: PageState["session"]): boolean {
  return session?.state === "ready" || session?.state === "loading";
}

function isEdited(document: PageState["document"]): boolean {
  return document !== null && (document.view.undo !== null || document.view.redo !== null);
}

/** The view; without fields there is but one. */
export function useChannelsView(hasFields: boolean): ChannelsView {
  const chosen = useUi(chosenIn);
  const hasValues = usePart(hasValuesIn);
  if (!hasFields) {
    return "values";
  }
  return chosen ?? (hasValues ? "values" : "fields");
}
