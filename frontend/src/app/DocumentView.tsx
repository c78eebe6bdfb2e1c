/** An open document: what has to happen before it can run, if anything, and its regions. */

import { memo } from "react";
import { GraphCanvas } from "../canvas/GraphCanvas";
import { ChannelTable } from "../channels/ChannelTable";
import { DOCUMENT_COMMANDS } from "../commands/document";
import { CodePanel } from "../editor/CodePanel";
import { ExplainPanel } from "../explain/ExplainPanel";
import { AddFieldHost } from "../fields/AddFieldHost";
import { FieldsPanel } from "../fields/FieldsPanel";
import { InputBar } from "../input/InputBar";
import { ProblemCount } from "../problems/ProblemCount";
import { ProblemsPanel } from "../problems/ProblemsPanel";
import type { SessionView } from "../protocol/generated";
import { StateTab } from "../state/StateTab";
import type { PageState } from "../store/state";
import { choose, type SideTab, type Ui } from "../store/ui";
import { usePart, useUi } from "../store/useStore";
import { Timeline } from "../timeline/Timeline";
import { IconButton } from "../ui/Button";
import { Tabs } from "../ui/Tabs";
import { ErrorBoundary } from "./ErrorBoundary";
import { Regions } from "./Regions";
import { setRegion } from "./regions";
import { SessionNote } from "./SessionNote";
import { openOverlay } from "./windowState";

export interface DocumentViewProps {
  session: SessionView;
}

/** The regions are the same ones whatever the session's state: what is typed or drawn outlives it. */
export function DocumentView({ session }: DocumentViewProps) {
  return (
    <>
      <SessionNote session={session} />
      {session.state === "untrusted" ? null : (
        <div data-region="input">
          <InputBar />
        </div>
      )}
      <AllRegions />
    </>
  );
}

/** Takes nothing and looks at nothing: the regions draw themselves when what they show is another. */
const AllRegions = memo(function AllRegions() {
  return (
    <>
      <Regions
        shown={{
          graph: (
            <ErrorBoundary name="The region Graph">
              <GraphCanvas />
            </ErrorBoundary>
          ),
          channels: (
            <ErrorBoundary name="The region Channels">
              <ChannelTable fields={<FieldsPanel />} />
            </ErrorBoundary>
          ),
          timeline: (
            <ErrorBoundary name="The region Timeline">
              <Timeline />
            </ErrorBoundary>
          ),
          side: <Side />,
        }}
      />
      <AddFieldHost />
    </>
  );
});

const sideTabIn = ({ sideTab }: Ui): SideTab => sideTab;
const selectTab = (sideTab: SideTab) => choose({ sideTab });
const edit = (channel: string | null) => openOverlay({ kind: "edit", channel });

const editState = DOCUMENT_COMMANDS.find(({ id }) => id === "state.edit");
const editBlockedIn = (state: PageState): string | null => editState?.blocked(state) ?? null;

function Side() {
  const selected = useUi(sideTabIn);
  const editBlocked = usePart(editBlockedIn);
  return (
    <ErrorBoundary name="The side panel">
      <Tabs<SideTab>
        name="Side panel"
        selected={selected}
        onSelect={selectTab}
        actions={
          <IconButton
            size="small"
            icon="cross"
            name="Close Side panel"
            onClick={() => setRegion("side", false)}
          />
        }
        tabs={[
          { id: "code", name: "Code", panel: <CodePanel /> },
          { id: "explain", name: "Explain", panel: <ExplainPanel /> },
          { id: "state", name: "State", panel: <StateTab editBlocked={editBlocked} onEdit={edit} /> },
          { id: "problems", name: "Problems", badge: <ProblemCount />, panel: <ProblemsPanel /> },
        ]}
      />
    </ErrorBoundary>
  );
}
