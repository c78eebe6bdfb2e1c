/** The document's text as it is on disk: read when the session opens, and again when another version was compiled or rejected. */

import { useEffect, useState } from "react";
import type { Source } from "../protocol/generated";
import { type PageState, sentenceOf } from "../store/state";
import { usePage, usePart } from "../store/useStore";

export type SourceReading =
  | { readonly status: "failed"; readonly sentence: string }
  | { readonly status: "read"; readonly source: Source }
  | { readonly status: "reading" };

const sessionIn = ({ session }: PageState) => session?.session ?? null;
const versionIn = ({ live }: PageState) => live.rejected ?? live.graph?.sourceHash ?? null;

/** The text of the followed session's document. */
export function useSourceText(): SourceReading {
  const { http } = usePage();
  const session = usePart(sessionIn);
  const version = usePart(versionIn);
  const [reading, setReading] = useState<SourceReading>({ status: "reading" });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version, compiled or rejected, means another text on disk.
  useEffect(() => {
    if (session === null) {
      return;
    }
    let current = true;
    http.source(session).then(
      (source) => current && setReading({ status: "read", source }),
      (reason: unknown) => current && setReading({ status: "failed", sentence: sentenceOf(reason) }),
    );
    return () => {
      current = false;
    };
  }, [http, session, version]);

  return reading;
}
