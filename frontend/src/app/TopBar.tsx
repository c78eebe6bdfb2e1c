/** The bar of this page: the header with what the store knows. */

import { useMemo } from "react";
import { useStore } from "zustand";
import { baseName } from "../base/path";
import { REGIONS } from "../commands/command";
import { nextAct, RUN_COMMANDS } from "../commands/run";
import type { SessionView } from "../protocol/generated";
import { askersIn } from "../store/questions";
import type { PageState } from "../store/state";
import { useConnection, usePart, useRun, useWaiting } from "../store/useStore";
import { Header } from "./Header";
import { PastNote } from "./PastNote";
import { RunToolbar } from "./RunToolbar";
import { layout, setRegion } from "./regions";
import { runLine } from "./runLine";
import { SavedSign } from "./SavedSign";
import { switchTheme } from "./theme";
import { type Commands, useOffers } from "./useOffers";
import { openOverlay, showStart } from "./windowState";

export interface TopBarProps {
  /** The open document; null on the start screen. */
  session: SessionView | null;
  commands: Commands;
}

const NONE: readonly string[] = [];
const candidatesIn = ({ live }: PageState) => live.rejected?.candidates ?? NONE;

/** The bar. */
export function TopBar({ session, commands }: TopBarProps) {
  const run = useRun();
  const candidates = usePart(candidatesIn);
  const asking = usePart(askersIn);
  const waiting = useWaiting();
  const { status } = useConnection();
  const { open } = useStore(layout);
  const closed = REGIONS.filter((region) => !open[region]);
  return (
    <Header
      document={
        session === null ? null : documentOf(session, runLine(run, session.state, { candidates, asking }))
      }
      waiting={waiting}
      connection={status}
      closed={session === null ? [] : closed}
      onOpenRegion={(region) => setRegion(region, true)}
      onHome={() => showStart("shown")}
      onPalette={() => openOverlay({ kind: "palette" })}
      onTheme={switchTheme}
    >
      {session === null ? null : (
        <>
          <Controls commands={commands} />
          <PastNote />
          <SavedSign />
        </>
      )}
    </Header>
  );
}

const nextIn = (state: PageState): string => nextAct(state);

function Controls({ commands }: { commands: Commands }) {
  const controls = useMemo(() => ({ list: RUN_COMMANDS, context: commands.context }), [commands]);
  return <RunToolbar offers={useOffers(controls)} next={usePart(nextIn)} />;
}

function documentOf(session: SessionView, line: ReturnType<typeof runLine>) {
  const file = baseName(session.document);
  const name = session.graph === null ? file : `${file}:${session.graph}`;
  return { name, path: session.document, ...line };
}
