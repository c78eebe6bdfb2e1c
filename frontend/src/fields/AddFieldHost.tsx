/** Waits for somebody who wants a new state field, wherever the wish comes from, and opens its dialog. */

import { useState } from "react";
import { notDrawable } from "../commands/draw";
import { useAsked } from "../store/useAsked";
import { useDrawnGraph } from "../store/useDocument";
import { usePart } from "../store/useStore";
import { AddFieldDialog } from "./AddFieldDialog";

const WISHES = ["field.add"] as const;

/** Draws nothing until it is asked. */
export function AddFieldHost() {
  const graph = useDrawnGraph();
  const blocked = usePart(notDrawable);
  const [isOpen, setOpen] = useState(false);
  useAsked(WISHES, () => setOpen(true));
  return isOpen && graph !== null ? (
    <AddFieldDialog graph={graph} blocked={blocked} onClose={() => setOpen(false)} />
  ) : null;
}
