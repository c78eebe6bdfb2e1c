/** The head of the Channels region: what is shown there, and the choice between values and fields. */

import { type ChannelsView, choose, type Ui } from "../store/ui";
import { useDrawnGraph } from "../store/useDocument";
import { useUi } from "../store/useStore";
import { Icon } from "../ui/Icon";
import { Segments } from "../ui/Segments";
import { Switch } from "../ui/Switch";
import styles from "./ChannelTable.module.css";
import { useHeadline } from "./useTable";

const internalIn = ({ internalChannels }: Ui) => internalChannels;

const VIEWS = [
  { id: "values", name: "Values", title: "What each channel holds, and what reached it" },
  { id: "fields", name: "Fields", title: "What the state's fields are, and how each merges" },
] as const;

export interface ActionsProps {
  view: ChannelsView;
  /** Whether there are fields to choose. */
  hasFields: boolean;
}

/** The switches at the right end of the head. */
export function Actions({ view, hasFields }: ActionsProps) {
  const internal = useUi(internalIn);
  return (
    <>
      {view === "values" ? (
        <Switch
          name="Internal channels"
          on={internal === "shown"}
          title="Triggers, joins and the input: the channels that the graph itself made"
          onChange={(on) => choose({ internalChannels: on ? "shown" : "hidden" })}
        />
      ) : null}
      {hasFields ? (
        <Segments
          name="Channels show"
          choices={VIEWS}
          chosen={view}
          onChoose={(channelsView) => choose({ channelsView })}
        />
      ) : null}
    </>
  );
}

/** What happened to the channels, or whose fields they are, in a few words. */
export function Headline({ view }: { view: ChannelsView }) {
  return view === "values" ? <Changed /> : <OfSchema />;
}

function Changed() {
  const { changed, trouble, step } = useHeadline();
  if (trouble !== null) {
    return (
      <span className={styles.refused} data-trouble={trouble}>
        <Icon name={trouble === "waits" ? "clock" : "refuse"} size="small" /> step {step} {trouble}
      </span>
    );
  }
  return step === null ? null : (
    <>
      {changed} changed in step {step}
    </>
  );
}

function OfSchema() {
  const state = useDrawnGraph()?.schemas.find(({ roles }) => roles.includes("state"));
  return state?.name ?? null;
}
