/** What just happened, in sentences: told for the superstep at the cursor, read out when it changes. */

import { useDeferredValue, useMemo } from "react";
import type { RunView, TaskFailed } from "../protocol/generated";
import { ROOT } from "../store/innerPath";
import { rootEvents } from "../store/inside";
import type { Shown } from "../store/state";
import { useInside } from "../store/useInside";
import { GraphPath, useRun, useShown } from "../store/useStore";
import { Icon, type IconName } from "../ui/Icon";
import { NotYet } from "../ui/NotYet";
import { WhichGraph } from "../ui/WhichGraph";
import { Repairs, Writers } from "./ConflictView";
import { Elsewhere } from "./Elsewhere";
import styles from "./ExplainPanel.module.css";
import { Failure } from "./Failure";
import { Inside } from "./Inside";
import { Printed } from "./Printed";
import { SECTIONS, type Section, type Sentence } from "./parts";
import { Say } from "./Say";
import { type Explanation, explain } from "./sentences";

/** The panel. */
export function ExplainPanel() {
  const path = useInside();
  return (
    <GraphPath value={path}>
      {path === ROOT ? null : <WhichGraph what="Supersteps" path={path} />}
      <Explanations key={path} path={path} />
    </GraphPath>
  );
}

function Explanations({ path }: { path: string }) {
  // Sentences may come a frame later than the rows and cards they tell of.
  const shown = useDeferredValue(useShown());
  const run = useDeferredValue(useRun());
  // How the run ended is told of the root, which is what was run.
  const isTold = shown.isLive && path === ROOT;
  return (
    <section className={styles.panel} aria-label="Explain" aria-live="polite">
      {shown.entry === null ? (
        <Nothing run={run} path={path} />
      ) : (
        <Told shown={shown} entry={shown.entry} run={isTold ? run : null} />
      )}
    </section>
  );
}

function Nothing({ run, path }: { run: RunView; path: string }) {
  if (path !== ROOT) {
    return (
      <NotYet keys="F11">This graph has not run yet. Step phase enters it when its node is at work</NotYet>
    );
  }
  return run.sentence === null ? (
    <NotYet keys="F10">What each superstep did, and why, is told here. Step to make the first</NotYet>
  ) : (
    <p>{run.sentence}</p>
  );
}

interface ToldProps {
  shown: Shown;
  entry: NonNullable<Shown["entry"]>;
  run: RunView | null;
}

function Told({ shown: { snapshot, events }, entry, run }: ToldProps) {
  const explanation = useMemo(
    () => explain({ entry, events, snapshot }, run),
    [entry, events, snapshot, run],
  );
  const failures = rootEvents(events).filter((event): event is TaskFailed => event.type === "task.failed");
  return (
    <>
      <Headline explanation={explanation} />
      {SECTIONS.map((section) => (
        <SectionView key={section} section={section} explanation={explanation} failures={failures} />
      ))}
      <Inside events={events} />
      {events.length === 0 ? <Elsewhere /> : null}
      <Printed snapshot={snapshot} entry={entry} />
    </>
  );
}

const TONE_ICON: Readonly<Record<Explanation["tone"], IconName | null>> = {
  plain: null,
  refuse: "refuse",
  wait: "clock",
};

function Headline({ explanation: { headline, tone } }: { explanation: Explanation }) {
  const icon = TONE_ICON[tone];
  return (
    <h3 className={styles.headline} data-tone={tone}>
      {icon === null ? null : <Icon name={icon} />}
      {headline}
    </h3>
  );
}

interface SectionProps {
  section: Section;
  explanation: Explanation;
  failures: readonly TaskFailed[];
}

function SectionView({ section, explanation, failures }: SectionProps) {
  const sentences = explanation.sentences.filter((one) => one.section === section);
  if (sentences.length === 0) {
    return null;
  }
  return (
    <div className={styles.section}>
      <h4>{headingOf(section, explanation)}</h4>
      {section === "Refused" ? (
        <Refused sentences={sentences} explanation={explanation} failures={failures} />
      ) : (
        <Sentences sentences={sentences} />
      )}
    </div>
  );
}

/** What failed in a superstep that was committed all the same, a handler took. */
function headingOf(section: Section, { tone }: Explanation): string {
  return section === "Refused" && tone === "plain" ? "Failed, and handled" : section;
}

/** First what refused, then who wrote what, then how it ended, and what would repair it. */
function Refused({
  sentences,
  explanation,
  failures,
}: Omit<SectionProps, "section"> & { sentences: readonly Sentence[] }) {
  const { conflicts, facts } = explanation;
  const [first, ...others] = sentences;
  // Who wrote what stands in a table of its own.
  const rest = conflicts.length > 0 ? others.filter((one) => !tellsWriter(one)) : others;
  return (
    <>
      {first === undefined ? null : <Say sentence={first} />}
      {failures.map((failure) => (
        <Failure key={failure.task} failure={failure} />
      ))}
      {conflicts.map((conflict) => (
        <Writers key={conflict.channel} conflict={conflict} facts={facts} />
      ))}
      <SayAll sentences={rest} />
      {conflicts.map((conflict) => (
        <Repairs key={conflict.channel} conflict={conflict} />
      ))}
    </>
  );
}

/** "north wrote "drill at the mill"." */
function tellsWriter({ parts }: Sentence): boolean {
  return parts[0]?.kind === "node" && parts.some((part) => part.kind === "value");
}

/** Sentences of the state's own channels; those of the channels that the graph made open on demand. */
function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const plain = sentences.filter(({ weight }) => weight === "plain");
  const quiet = sentences.filter(({ weight }) => weight === "quiet");
  return (
    <>
      <SayAll sentences={plain} />
      {quiet.length === 0 ? null : (
        <details className={styles.more}>
          <summary>
            {quiet.length} internal channel{quiet.length === 1 ? "" : "s"}
          </summary>
          <SayAll sentences={quiet} />
        </details>
      )}
    </>
  );
}

function SayAll({ sentences }: { sentences: readonly Sentence[] }) {
  let place = 0;
  return sentences.map((sentence) => {
    place += 1;
    return <Say key={place} sentence={sentence} />;
  });
}
