/** The layout of a picture for components: at once, and again when ELK has tidied it. */

import { useEffect, useMemo, useReducer, useState } from "react";
import type { PageState } from "../store/state";
import { usePart } from "../store/useStore";
import { type Arranger, arranger, type Places, type Wanted } from "./arranger";
import type { Drawing } from "./drawing";
import { tidyLayout } from "./elkWorker";
import type { Layout } from "./layout";
import type { Pictured } from "./pictured";

export interface KeptLayout {
  readonly layout: Layout;
  /** Where a person put boxes. */
  readonly places: Places;
  readonly arranger: Arranger;
  /** What the arranger was told has to be shown. */
  readonly changed: () => void;
}

const NO_PLACES: Places = new Map();
const placesIn = ({ document }: PageState) => document?.places ?? null;

/** A layout of the drawing that moves nothing which a person edits, unless asked. */
export function useLayout(picture: Pictured, drawing: Drawing): KeptLayout {
  const [mine] = useState(arranger);
  const [turn, changed] = useReducer((count: number) => count + 1, 0);
  const all = usePart(placesIn);
  const { id, name, revision } = picture;
  const places = useMemo(
    () => (revision === null ? NO_PLACES : new Map(Object.entries(all?.get(name) ?? {}))),
    [all, name, revision],
  );
  const wanted = useMemo<Wanted>(() => ({ id, revision, drawing, places }), [id, revision, drawing, places]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` says that the arranger was told something.
  const layout = useMemo(() => mine.layout(wanted), [mine, wanted, turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` says that the arranger was told something.
  useEffect(() => {
    let isWanted = true;
    const take = (tidy: Layout | null) => {
      if (isWanted) {
        mine.tidied(wanted, tidy);
        changed();
      }
    };
    if (mine.isUntidy(wanted)) {
      // Without ELK's the provisional layout stays: it is legible.
      tidyLayout(wanted.drawing).then(take, () => take(null));
    }
    return () => {
      isWanted = false;
    };
  }, [mine, wanted, turn]);
  return useMemo(() => ({ layout, places, arranger: mine, changed }), [layout, places, mine]);
}
