/** The dialog "Edit state" for the superstep at the cursor, as it was when the dialog opened. */

import { useCallback, useState } from "react";
import { checkpointShown } from "../commands/run";
import type { Page } from "../store/page";
import { forgetRefusal } from "../store/refusal";
import { sentenceOf } from "../store/state";
import { usePage } from "../store/useStore";
import { EditStateDialog } from "./EditStateDialog";
import type { AsNode, EditOutcome, EditRequest } from "./edit";
import { cellsOf } from "./StateTab";
import { whenWords } from "./words";

export interface EditStateOverlayProps {
  channel: string | null;
  onClose: () => void;
}

/** The dialog, or nothing where there is no checkpoint. */
export function EditState({ channel, onClose }: EditStateOverlayProps) {
  const page = usePage();
  const [place] = useState(() => placeIn(page));
  const preview = useCallback((request: EditRequest) => askPreview(page, request), [page]);
  return place === null ? null : (
    <EditStateDialog
      {...place}
      channel={channel}
      onPreview={preview}
      onFork={(request) => fork(page, request)}
      onClose={onClose}
    />
  );
}

function placeIn(page: Page) {
  const state = page.state.get();
  const { snapshot, entry } = state.shown;
  const graph = snapshot.graph ?? state.live.graph;
  const checkpoint = checkpointShown(state);
  if (graph === null || checkpoint === null) {
    return null;
  }
  const nodes = graph.nodes.map((node) => node.name);
  const [only, second] = entry?.nodes ?? [];
  const asNode: AsNode = only !== undefined && second === undefined && nodes.includes(only) ? only : null;
  return { when: whenWords(entry), checkpoint, nodes, cells: cellsOf(graph, snapshot, "state"), asNode };
}

async function askPreview(page: Page, request: EditRequest): Promise<EditOutcome> {
  try {
    const { next, dropped } = await page.ask({ type: "state.preview", ...request });
    return { ok: true, next: next ?? [], dropped: dropped ?? [] };
  } catch (reason) {
    return { ok: false, problem: toldHere(page, reason) };
  }
}

async function fork(page: Page, request: EditRequest): Promise<string | null> {
  try {
    await page.ask({ type: "state.edit", ...request });
    return null;
  } catch (reason) {
    return toldHere(page, reason);
  }
}

/** The dialog tells it, so the page need not. */
function toldHere(page: Page, reason: unknown): string {
  forgetRefusal(page);
  return sentenceOf(reason);
}
