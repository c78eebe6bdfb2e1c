/** The problems that a parse of the document finds, for a document that does not run. */

import { useEffect, useState } from "react";
import type { Problem } from "../protocol/generated";
import { usePage } from "../store/useStore";

const NONE: readonly Problem[] = [];

/** Problems of the session's document as it is on disk now. */
export function useSourceProblems(session: string): readonly Problem[] {
  const { http } = usePage();
  const [problems, setProblems] = useState(NONE);
  useEffect(() => {
    let current = true;
    http.source(session).then(
      (source) => current && setProblems(source.problems),
      // The code view beside it says why the document cannot be read.
      () => current && setProblems(NONE),
    );
    return () => {
      current = false;
    };
  }, [http, session]);
  return problems;
}
