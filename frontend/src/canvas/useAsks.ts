/** Fulfils what commands ask for on the canvas: keys and the palette come here, too. */

import { useEffect, useEffectEvent } from "react";
import type { Page } from "../store/page";
import { type Asked, ui } from "../store/ui";
import { useAsked } from "../store/useAsked";
import { usePage } from "../store/useStore";
import { deleteEdge, deleteNodes, paste, renameNode } from "./acts";
import { copied } from "./clip";
import { drawingOf } from "./drawing";
import { begin, open, search, type Task } from "./open";
import type { Pictured } from "./pictured";

/** The canvas takes these wishes while it is drawn. */
export function useAsks(picture: Pictured): void {
  const page = usePage();
  useAsked(
    [
      "node.add",
      "connect",
      "branch",
      "join",
      "edges",
      "options",
      "node.rename",
      "node.delete",
      "node.copy",
      "node.cut",
      "node.paste",
      "node.search",
    ],
    (asked) => fulfil(asked),
  );
  useDeleteWire(picture);

  function fulfil({ what, node }: Asked): void {
    const { selectedNodes } = ui.getState();
    switch (what) {
      case "node.add":
        begin({ what: "add", at: null, after: null });
        break;
      case "connect":
      case "branch":
      case "join":
      case "edges":
      case "options":
        if (node !== null) {
          begin(taskAbout(what, node, selectedNodes));
        }
        break;
      case "node.rename":
        if (node !== null) {
          renameNode(page, picture, node);
        }
        break;
      case "node.delete":
        deleteNodes(page, picture, selectedNodes);
        break;
      case "node.search":
        search("open");
        break;
      default:
        void clipboard(page, picture, what);
    }
  }
}

/** What is asked about one node, or about all that are selected. */
function taskAbout(
  what: "branch" | "connect" | "edges" | "join" | "options",
  node: string,
  selected: readonly string[],
): Task {
  switch (what) {
    case "connect":
      return { what, source: node };
    case "branch":
      return { what, source: node, branch: null };
    case "join":
      return { what, sources: selected };
    case "edges":
    case "options":
      return { what, node };
  }
}

/** The palette has no event of the clipboard, so it asks the browser; keys do not come here. */
async function clipboard(page: Page, picture: Pictured, what: Asked["what"]): Promise<void> {
  const names = ui.getState().selectedNodes;
  try {
    if (what === "node.paste") {
      paste(page, await navigator.clipboard.readText());
      return;
    }
    await navigator.clipboard.writeText(copied(picture, page.state.get().document?.text ?? "", names));
    if (what === "node.cut") {
      deleteNodes(page, picture, names);
    }
  } catch {
    page.refuse(
      "The browser does not let the page use the clipboard here. Press Ctrl C or Ctrl V on the canvas.",
    );
  }
}

/** Delete takes a selected edge away; with nodes selected it is the command's. */
function useDeleteWire(picture: Pictured): void {
  const page = usePage();
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { wire } = open.getState();
    const isDelete = event.key === "Delete" || event.key === "Backspace";
    if (wire === null || !isDelete || isBusy(event.target)) {
      return;
    }
    const edge = drawingOf(picture).wires.find(({ id }) => id === wire)?.edge ?? null;
    if (edge !== null) {
      event.preventDefault();
      deleteEdge(page, picture, edge);
    }
  });
  useEffect(() => {
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, []);
}

/** Whether the press is meant for something else: a text, a dialog. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, dialog") !== null)
  );
}
