/** The page: the bar, the open document or the way in, and what lies over them. */

import { useMemo } from "react";
import { useStore } from "zustand";
import { baseName } from "../base/path";
import { REGION_NAMES, REGIONS } from "../commands/command";
import type { Example, SessionView } from "../protocol/generated";
import { type OpenRequest, StartScreen } from "../start/StartScreen";
import { forgetRefusal } from "../store/refusal";
import type { PageState } from "../store/state";
import { useConnection, usePage, usePart, useSession } from "../store/useStore";
import styles from "./App.module.css";
import { ConnectionBanner } from "./ConnectionSign";
import { DocumentView } from "./DocumentView";
import { ErrorBoundary } from "./ErrorBoundary";
import { NoticeBar } from "./NoticeBar";
import { Overlays } from "./Overlays";
import { layout, type OpenRegions } from "./regions";
import { SkipLinks } from "./SkipLinks";
import { TopBar } from "./TopBar";
import { useDocumentFirst } from "./useDocumentFirst";
import { useDrop } from "./useDrop";
import { offersNow, useCommands } from "./useOffers";
import { useShortcuts } from "./useShortcuts";
import { type Offered, useStartPage } from "./useStartPage";
import { useTitle } from "./useTitle";
import { useVisited } from "./useVisited";
import { openOverlay, showStart, windowState } from "./windowState";

const NO_EXAMPLES: readonly Example[] = [];

/** What was refused last, unless the view of a rejected document tells it already. */
function refusalIn({ refusal, live, session }: PageState): string | null {
  const told = session?.state === "rejected" ? live.rejected?.problems : undefined;
  return told?.some(({ sentence }) => sentence === refusal) ? null : refusal;
}

/** The whole page, once its store is there. */
export function App() {
  const page = usePage();
  const session = useSession();
  const connection = useConnection();
  const refusal = usePart(refusalIn);
  const { start } = useStore(windowState);
  const { open } = useStore(layout);
  const isStart = session === null || start === "shown";
  const offered = useStartPage(isStart, connection.status);
  const commands = useCommands(offered.page?.examples ?? NO_EXAMPLES);
  useShortcuts(() => offersNow(commands));
  const drop = useDrop();
  useDocumentFirst(session?.session ?? null);
  useVisited(isStart ? null : session.session, connection.status === "connected");
  return (
    <div className={styles.page} data-drop={drop}>
      <SkipLinks to={isStart ? START_LINKS : documentLinks(open)} />
      <Title session={isStart ? null : session} />
      <TopBar session={isStart ? null : session} commands={commands} />
      <ConnectionBanner {...connection} />
      <ErrorBoundary name="The page">
        {isStart ? <Start session={session} offered={offered} /> : <DocumentView session={session} />}
      </ErrorBoundary>
      <Overlays commands={commands} />
      <NoticeBar sentence={refusal} onClose={() => forgetRefusal(page)} />
    </div>
  );
}

const START_LINKS = [{ id: "main", name: "files and examples" }];

/** The document, and each region that is open. */
function documentLinks(open: OpenRegions) {
  const regions = REGIONS.filter((region) => open[region]);
  return [
    { id: "main", name: "the document" },
    ...regions.map((region) => ({ id: `region-${region}`, name: REGION_NAMES[region] })),
  ];
}

function Start({ session, offered }: { session: SessionView | null; offered: Offered }) {
  const page = usePage();
  // The screen's words about the past are those of the moment it came up.
  const nowMs = useMemo(() => Date.now(), []);
  const open = async (request: OpenRequest) => {
    await page.ask({ type: "document.open", ...request });
    showStart("hidden");
  };
  return (
    <StartScreen
      page={offered.page}
      nowMs={nowMs}
      problem={offered.problem}
      back={session === null ? null : { name: baseName(session.document), go: () => showStart("hidden") }}
      onOpen={(request) => void open(request).catch(() => undefined)}
      onNew={() => openOverlay({ kind: "new", dropped: null })}
    />
  );
}

/** Draws nothing; a part of its own, since the step in the title changes with every superstep. */
function Title({ session }: { session: SessionView | null }) {
  useTitle(session);
  return null;
}
