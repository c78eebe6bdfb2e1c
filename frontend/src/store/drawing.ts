/** Editing the document by drawing: a gesture for the newest revision, told again when somebody was faster. */

import type { Accepted, AnyCommand, AnyGesture, Problem } from "../protocol/generated";
import { Refused } from "../protocol/http";
import { type DocumentState, drawnGraphIn } from "./document";
import type { Page } from "./page";
import { forgetRefusal } from "./refusal";
import { choose, type Ui } from "./ui";

export interface EditOptions {
  /** Only tell the diff; nothing is changed. */
  readonly dry?: boolean;
  /** Told why it was refused, in place of the page's notice: for a form that shows it at the field. */
  readonly refused?: (problem: Problem) => void;
}

/** The document was changed under the command. */
const OUTDATED = "document.revision";

/** Do a gesture, and select what it asks to be selected; null when it was refused, which the page's notice tells. */
export async function edit(
  page: Page,
  gesture: AnyGesture,
  { dry = false, refused }: EditOptions = {},
): Promise<Accepted | null> {
  const accepted = await asked(page, refused, ({ view }) => ({
    type: "document.edit",
    revision: view.revision,
    graph: drawnGraphIn(page.state.get())?.name ?? null,
    gesture,
    dry,
  }));
  if (!dry && accepted !== null && accepted.select !== null) {
    choose(selectionAfter(gesture, accepted.select));
  }
  return accepted;
}

/** Edits of fields name fields, those of the drawing nodes; a repair of the text leaves the selection as it was. */
function selectionAfter({ type }: AnyGesture, select: readonly string[]): Partial<Ui> {
  if (type.startsWith("field.")) {
    return { selectedChannel: select.at(-1) ?? null };
  }
  return type === "text.replace" || type === "schema.set" ? {} : { selectedNodes: select };
}

/** Take the last change of the text back. */
export function undo(page: Page): Promise<Accepted | null> {
  return asked(page, undefined, ({ view }) => ({ type: "document.undo", revision: view.revision }));
}

/** Make the change again that was taken back last. */
export function redo(page: Page): Promise<Accepted | null> {
  return asked(page, undefined, ({ view }) => ({ type: "document.redo", revision: view.revision }));
}

async function asked(
  page: Page,
  refused: EditOptions["refused"],
  commandOf: (document: DocumentState) => AnyCommand,
): Promise<Accepted | null> {
  // What is typed but not told yet comes first: it makes a revision of its own.
  await page.settle();
  const ask = async (): Promise<Accepted | null> => {
    const { document } = page.state.get();
    return document === null ? null : page.ask(commandOf(document));
  };
  try {
    return await ask().catch((reason: unknown) => {
      if (reason instanceof Refused && reason.problem.code === OUTDATED) {
        return ask();
      }
      throw reason;
    });
  } catch (reason) {
    if (!(reason instanceof Refused)) {
      throw reason;
    }
    if (refused !== undefined) {
      forgetRefusal(page);
      refused(reason.problem);
    }
    return null;
  }
}
