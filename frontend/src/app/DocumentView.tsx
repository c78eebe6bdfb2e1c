/** An open document: its regions when it can run, else what has to happen first. */

import { memo } from "react";
import { baseName } from "../base/path";
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
import type { Place } from "../start/ProblemList";
import { RejectedView } from "../start/RejectedView";
import { UntrustedView } from "../start/UntrustedView";
import { StateTab } from "../state/StateTab";
import { goToLine } from "../store/place";
import type { PageState } from "../store/state";
import { choose, type SideTab, type Ui } from "../store/ui";
import { usePage, usePart, useUi } from "../store/useStore";
import { Timeline } from "../timeline/Timeline";
import { IconButton } from "../ui/Button";
import { Tabs } from "../ui/Tabs";
import { ErrorBoundary } from "./ErrorBoundary";
import { Regions } from "./Regions";
import { setRegion } from "./regions";
import { useSourceProblems } from "./useSource";
import { openOverlay } from "./windowState";

export interface DocumentViewProps {
  session: SessionView;
}

/** The view that the session's state asks for. */
export function DocumentView({ session }: DocumentViewProps) {
  switch (session.state) {
    case "untrusted":
      return <Untrusted session={session} />;
    case "rejected":
      return <Rejected session={session} />;
    case "loading":
    case "ready":
      return <Ready />;
  }
}

/** Takes nothing and looks at nothing: the regions draw themselves when what they show is another. */
const Ready = memo(function Ready() {
  return (
    <>
      <div data-region="input">
        <InputBar />
      </div>
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

const show = ({ line }: Place): void => goToLine(line);
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

function Untrusted({ session }: { session: SessionView }) {
  const page = usePage();
  const problems = useSourceProblems(session.session);
  return (
    <UntrustedView
      document={baseName(session.document)}
      problems={problems}
      onTrust={() => void page.order({ type: "document.trust" })}
      onPlace={show}
      code={<CodePanel />}
    />
  );
}

const rejectedIn = ({ live }: PageState) => live.rejected;

function Rejected({ session }: { session: SessionView }) {
  const page = usePage();
  const rejected = usePart(rejectedIn);
  return (
    <RejectedView
      document={baseName(session.document)}
      problems={rejected?.problems ?? []}
      candidates={rejected?.candidates ?? []}
      onChoose={(graph) => void page.order({ type: "document.open", path: session.document, graph })}
      onReload={() => void page.order({ type: "document.trust" })}
      onPlace={show}
      code={<CodePanel />}
    />
  );
}
