/** Drawing: what changes the document's text, and the ways to it. What needs a place is asked for where it is shown. */

import { drawnGraphIn, isOtherPastIn, OTHER_PAST } from "../store/document";
import { edit, redo, undo } from "../store/drawing";
import { isInner } from "../store/innerPath";
import type { PageState } from "../store/state";
import { type AskedFor, choose, ui } from "../store/ui";
import type { Command, Context } from "./command";
import { firstReason, noServer } from "./reasons";

const NO_TEXT = "No document is open.";

/** Why the text cannot be edited; null when it can. */
export function notEditable(state: PageState): string | null {
  const { document } = state;
  return firstReason(
    noServer(state),
    document === null ? NO_TEXT : document.view.readOnly,
    document?.view.conflict == null ? null : "The file was changed elsewhere; resolve the conflict first.",
  );
}

/** Why nothing can be drawn; null when it can. */
export function notDrawable(state: PageState): string | null {
  return firstReason(
    notEditable(state),
    state.document?.fault == null
      ? null
      : "The text does not parse; what is drawn is the last text that did. Mend it in the Code tab first.",
    drawnGraphIn(state) === null ? "There is no graph in this file to draw on." : null,
  );
}

/** Why nothing can be drawn on the canvas as it is shown; null when it can. */
function notOnCanvas(state: PageState): string | null {
  return firstReason(notDrawable(state), isOtherPastIn(state) ? OTHER_PAST : null);
}

const undoLast: Command = {
  id: "document.undo",
  title: "Undo",
  blocked: (state) =>
    firstReason(notEditable(state), state.document?.view.undo == null ? "There is nothing to undo." : null),
  hint: ({ document }) => takesBack(document?.view.undo),
  run: ({ page }) => void undo(page),
};

const redoLast: Command = {
  id: "document.redo",
  title: "Redo",
  blocked: (state) =>
    firstReason(notEditable(state), state.document?.view.redo == null ? "There is nothing to redo." : null),
  hint: ({ document }) => takesBack(document?.view.redo),
  run: ({ page }) => void redo(page),
};

function takesBack(what: string | null | undefined): string | null {
  return what ?? null;
}

const save: Command = {
  id: "document.save",
  title: "Save",
  blocked: notEditable,
  run: ({ page }) => void page.order({ type: "document.save" }),
};

const autosave: Command = {
  id: "document.autosave",
  title: "Save edits automatically: on or off",
  blocked: notEditable,
  hint: ({ document }) => (document?.view.autosave ? "On now" : "Off now"),
  run: ({ page }) =>
    void page.order({ type: "document.autosave", on: page.state.get().document?.view.autosave === false }),
};

const change: Command = {
  id: "document.change",
  title: "Show last change",
  blocked: (state) => firstReason(noServer(state), state.document === null ? NO_TEXT : null),
  run: ({ window }) => window.openChange(),
};

const create: Command = {
  id: "document.create",
  title: "New graph…",
  blocked: noServer,
  run: ({ window }) => window.openNew(),
};

const duplicate: Command = {
  id: "node.duplicate",
  title: "Duplicate nodes",
  blocked: notOnCanvas,
  run: withSelection(
    "Duplicate nodes",
    ({ page }, names) => void edit(page, { type: "node.duplicate", names }),
  ),
};

const selectAll: Command = {
  id: "node.selectAll",
  title: "Select all nodes",
  blocked: (state) => (drawnGraphIn(state) === null ? "There is no graph to select in." : null),
  run({ page }) {
    const nodes = drawnGraphIn(page.state.get())?.nodes ?? [];
    choose({ selectedNodes: nodes.map(({ name }) => name) });
  },
};

/** Asked for where it is shown, about no node. */
function asking(what: AskedFor, title: string, blocked: Command["blocked"]): Command {
  return { id: what, title, blocked, run: ({ window }) => window.ask(what) };
}

/** Asked for where it is shown, about the selected node. */
function askingAbout(what: AskedFor, title: string, blocked: Command["blocked"] = notOnCanvas): Command {
  return {
    id: what,
    title,
    blocked,
    run: withSelection(title, ({ window }, names) => window.ask(what, names.at(-1))),
  };
}

/** What is selected is the person's own, so it is looked at when the command runs. */
function withSelection(
  title: string,
  act: (context: Context, names: readonly string[]) => void,
): Command["run"] {
  return (context) => {
    const { selectedNodes } = ui.getState();
    if (selectedNodes.length === 0) {
      context.page.refuse(`${title}: no node is chosen. Choose one on the canvas first.`);
    } else if (selectedNodes.some(isInner)) {
      context.page.refuse(
        `${title}: a graph inside a node is looked at here, and drawn where the file builds it.`,
      );
    } else {
      act(context, selectedNodes);
    }
  };
}

const noGraph: Command["blocked"] = ({ document, live }) =>
  document === null && live.graph === null ? "There is no graph on the canvas yet." : null;

/** All of them, in the order of the palette. */
export const DRAW_COMMANDS: readonly Command[] = [
  asking("node.add", "Add node", notOnCanvas),
  asking("field.add", "Add state field", notDrawable),
  askingAbout("connect", "Connect to…"),
  askingAbout("branch", "Make conditional…"),
  askingAbout("join", "Join into…"),
  askingAbout("edges", "Edges of the node…", noGraph),
  askingAbout("options", "Options of the node…"),
  undoLast,
  redoLast,
  save,
  autosave,
  change,
  askingAbout("node.rename", "Rename node"),
  askingAbout("node.delete", "Delete nodes"),
  duplicate,
  askingAbout("node.copy", "Copy nodes", noGraph),
  askingAbout("node.cut", "Cut nodes"),
  asking("node.paste", "Paste nodes", notOnCanvas),
  selectAll,
  asking("node.search", "Search nodes", noGraph),
  create,
  asking("export.python", "Export as Python", noGraph),
  asking("export.mermaid", "Export as Mermaid", noGraph),
  asking("export.svg", "Export as SVG", noGraph),
  asking("export.png", "Export as PNG", noGraph),
  asking("export.json", "Export the model as JSON", noGraph),
];
