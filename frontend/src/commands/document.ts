/** Documents: open, trust, and edit what a run holds. */

import type { Example } from "../protocol/generated";
import { always, type Command } from "./command";
import { atWork, firstReason, noServer, notReady } from "./reasons";

const trust: Command = {
  id: "document.trust",
  title: "Trust and run this document",
  blocked: (state) =>
    firstReason(
      noServer(state),
      state.session?.state === "untrusted" ? null : "Nothing here waits for trust.",
    ),
  run: ({ page }) => void page.order({ type: "document.trust" }),
};

const start: Command = {
  id: "document.start",
  title: "Open another document",
  blocked: always,
  run: ({ window }) => window.openStart(),
};

const editState: Command = {
  id: "state.edit",
  title: "Edit state",
  blocked: (state) =>
    firstReason(
      notReady(state),
      atWork(state),
      state.shown.entry === null ? "There is no state yet; Step makes the first." : null,
      state.shown.entry?.status === "open" ? "This superstep is not committed yet." : null,
    ),
  run: ({ window }) => window.openEditState(),
};

export const DOCUMENT_COMMANDS: readonly Command[] = [trust, start, editState];

/** One command for each shipped example. */
export function exampleCommands(examples: readonly Example[]): readonly Command[] {
  return examples.map(({ id, title }) => ({
    id: `example.open.${id}`,
    title: `Open example: ${title}`,
    blocked: noServer,
    run: ({ page }) => void page.order({ type: "document.open", example: id }),
  }));
}
