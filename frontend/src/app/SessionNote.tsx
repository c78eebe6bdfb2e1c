/** What has to happen before the document can run: trust, a choice among its graphs, a mend. */

import { useEffect } from "react";
import { baseName } from "../base/path";
import type { SessionView } from "../protocol/generated";
import type { Place } from "../start/ProblemList";
import { RejectedNote } from "../start/RejectedNote";
import { UntrustedNote } from "../start/UntrustedNote";
import { goToLine } from "../store/place";
import type { PageState } from "../store/state";
import { choose } from "../store/ui";
import { usePage, usePart } from "../store/useStore";

/** The note over the regions; nothing while the document can run. */
export function SessionNote({ session }: { session: SessionView }) {
  switch (session.state) {
    case "untrusted":
      return <Untrusted session={session} />;
    case "rejected":
      return <Rejected session={session} />;
    case "loading":
    case "ready":
      return null;
  }
}

function Untrusted({ session }: { session: SessionView }) {
  const page = usePage();
  // Its text is what one wants to read before giving one's word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another document to read.
  useEffect(() => choose({ sideTab: "code" }), [session.session]);
  return (
    <UntrustedNote
      document={baseName(session.document)}
      onTrust={() => void page.order({ type: "document.trust" })}
    />
  );
}

const rejectedIn = ({ live }: PageState) => live.rejected;
const show = ({ line }: Place): void => goToLine(line);

function Rejected({ session }: { session: SessionView }) {
  const page = usePage();
  const rejected = usePart(rejectedIn);
  return (
    <RejectedNote
      document={baseName(session.document)}
      problems={rejected?.problems ?? []}
      candidates={rejected?.candidates ?? []}
      onChoose={(graph) => void page.order({ type: "document.open", path: session.document, graph })}
      onReload={() => void page.order({ type: "document.trust" })}
      onPlace={show}
    />
  );
}
