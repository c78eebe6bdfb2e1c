/** What a gesture would change in the file, asked a moment after the gesture was last another. Changes nothing. */

import { useEffect, useState } from "react";
import type { AnyGesture, Problem } from "../protocol/generated";
import { edit } from "../store/drawing";
import { useDocumentView } from "../store/useDocument";
import { usePage } from "../store/useStore";

/** What is known of the change. A gesture that is refused would change nothing, and says why. */
export type Change =
  | { readonly state: "none" }
  | { readonly state: "asking" }
  | { readonly state: "known"; readonly diff: string }
  | { readonly state: "refused"; readonly problem: Problem };

const PAUSE_MS = 150;
const NONE: Change = { state: "none" };
const ASKING: Change = { state: "asking" };

/** The change of a gesture in the document as it is now; null stands for no gesture. */
export function useChange(gesture: AnyGesture | null): Change {
  const page = usePage();
  const revision = useDocumentView()?.revision ?? null;
  const key = gesture === null || revision === null ? null : JSON.stringify([revision, gesture]);
  const [answer, setAnswer] = useState<{ key: string; change: Change } | null>(null);

  useEffect(() => {
    if (key === null) {
      return;
    }
    let isCurrent = true;
    const tell = (change: Change) => isCurrent && setAnswer({ key, change });
    const timer = setTimeout(() => {
      const refused = (problem: Problem) => tell({ state: "refused", problem });
      const [, asked]: [number, AnyGesture] = JSON.parse(key);
      edit(page, asked, { dry: true, refused }).then(
        (accepted) => accepted !== null && tell({ state: "known", diff: accepted.diff ?? "" }),
        () => tell(NONE),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, page]);

  if (key === null) {
    return NONE;
  }
  return answer !== null && answer.key === key ? answer.change : ASKING;
}
