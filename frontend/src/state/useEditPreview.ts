/** Asks what an edit would make due, a moment after the last change to it, and only once for the same request. */

import { useEffect, useState } from "react";
import type { EditOutcome, EditReading, EditRequest } from "./edit";

const PAUSE_MS = 250;

/** Asks without changing anything. */
export type AskPreview = (request: EditRequest) => Promise<EditOutcome>;

/** What is known of the request as it stands now; null while it is being asked, or when there is none. */
export function useEditPreview(reading: EditReading, ask: AskPreview): EditOutcome | null {
  const key = reading.ok ? JSON.stringify(reading.request) : null;
  const [answer, setAnswer] = useState<{ key: string; outcome: EditOutcome } | null>(null);

  useEffect(() => {
    if (key === null) {
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      ask(JSON.parse(key)).then(
        (outcome) => current && setAnswer({ key, outcome }),
        (reason: unknown) => current && setAnswer({ key, outcome: { ok: false, problem: sentence(reason) } }),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, ask]);

  return answer !== null && answer.key === key ? answer.outcome : null;
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : "The server gave no answer.";
}
