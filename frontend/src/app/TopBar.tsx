/** The bar of this page: the header with what the store knows. */

import { useStore } from "zustand";
import { baseName } from "../base/path";
import type { Offer } from "../commands/registry";
import type { SessionView } from "../protocol/generated";
import type { PageState } from "../store/state";
import { useConnection, usePart, useRun, useWaiting } from "../store/useStore";
import { Header } from "./Header";
import { RunToolbar } from "./RunToolbar";
import { layout, REGIONS, setRegion } from "./regions";
import { runLine } from "./runLine";
import { switchTheme } from "./theme";
import { openOverlay, showStart } from "./windowState";

export interface TopBarProps {
  /** The open document; null on the start screen. */
  session: SessionView | null;
  offers: readonly Offer[];
  /** The id of the next sensible act. */
  next: string;
}

const NONE: readonly string[] = [];
const candidatesIn = ({ live }: PageState) => live.rejected?.candidates ?? NONE;

/** The bar. */
export function TopBar({ session, offers, next }: TopBarProps) {
  const run = useRun();
  const candidates = usePart(candidatesIn);
  const waiting = useWaiting();
  const { status } = useConnection();
  const { open } = useStore(layout);
  const closed = REGIONS.filter((region) => !open[region]);
  return (
    <Header
      document={session === null ? null : documentOf(session, runLine(run, session.state, candidates))}
      waiting={waiting}
      connection={status}
      closed={session === null ? [] : closed}
      onOpenRegion={(region) => setRegion(region, true)}
      onHome={() => showStart("shown")}
      onPalette={() => openOverlay({ kind: "palette" })}
      onTheme={switchTheme}
    >
      {session === null ? null : <RunToolbar offers={offers} next={next} />}
    </Header>
  );
}

function documentOf(session: SessionView, line: ReturnType<typeof runLine>) {
  const file = baseName(session.document);
  const name = session.graph === null ? file : `${file}:${session.graph}`;
  return { name, path: session.document, ...line };
}
