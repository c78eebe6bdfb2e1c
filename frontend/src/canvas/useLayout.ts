/** The layout of a drawing for components: the provisional one at once, the tidy one when ELK has it. */

import { useEffect, useMemo, useState } from "react";
import type { Drawing } from "./drawing";
import { tidyLayout } from "./elkWorker";
import type { Layout } from "./layout";
import { provisionalLayout } from "./provisional";

interface Tidied {
  readonly drawing: Drawing;
  readonly layout: Layout;
}

/** A layout of `drawing`, or the tidy one of the drawing before as long as it has a place for every box. */
export function useLayout(drawing: Drawing): Layout {
  const [tidied, setTidied] = useState<Tidied | null>(null);
  useEffect(() => {
    let wanted = true;
    tidyLayout(drawing).then(
      (layout) => {
        if (wanted) {
          setTidied({ drawing, layout });
        }
      },
      // The provisional layout stays: it is legible, and a newer drawing brings its own.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [drawing]);
  const kept = tidied !== null && covers(tidied, drawing) ? tidied.layout : null;
  const provisional = useMemo(() => (kept === null ? provisionalLayout(drawing) : null), [drawing, kept]);
  return kept ?? provisional ?? provisionalLayout(drawing);
}

/** Only wires were added or taken: the boxes can stay where they are until the new layout comes. */
function covers({ drawing: before, layout }: Tidied, drawing: Drawing): boolean {
  return (
    before === drawing ||
    (before.boxes.length === drawing.boxes.length && drawing.boxes.every((box) => layout.boxes.has(box.id)))
  );
}
