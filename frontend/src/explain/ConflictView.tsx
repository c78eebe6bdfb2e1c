/** A refused channel: who wrote what, on which way each came there, and what would repair it. */

import { useState } from "react";
import type { ChannelConflicted, ChannelWrite, Repair } from "../protocol/generated";
import { goToLine } from "../store/place";
import { useGraph } from "../store/useStore";
import { CopyButton } from "../ui/CopyButton";
import { nodeLook } from "../ui/hues";
import { Icon } from "../ui/Icon";
import { Chip } from "../ui/Mark";
import { useOrderOf } from "../ui/useOrderOf";
import { ValueText } from "../ui/ValueText";
import styles from "./ExplainPanel.module.css";
import type { StepFacts } from "./facts";
import { nodeTitle } from "./parts";
import { RepairButton } from "./RepairButton";
import { waysTo } from "./ways";

/** The writers, side by side. */
export function Writers({ conflict, facts }: { conflict: ChannelConflicted; facts: StepFacts }) {
  return (
    <ul className={styles.writers} aria-label={`Writes to ${conflict.channel}`}>
      {conflict.writes.map((write) => (
        <li key={write.task} className={styles.writer} data-hue={0}>
          <WriterView write={write} ways={waysTo(facts, write.task)} channel={conflict.channel} />
        </li>
      ))}
    </ul>
  );
}

interface WriterViewProps {
  write: ChannelWrite;
  ways: readonly string[];
  channel: string;
}

function WriterView({ write, ways, channel }: WriterViewProps) {
  const graph = useGraph();
  const order = useOrderOf()(write.node);
  const line = graph?.nodes[order]?.line ?? null;
  return (
    <div data-hue={nodeLook(order).hue}>
      <Chip order={order}>{nodeTitle(write.node)}</Chip>{" "}
      {line === null ? null : (
        <button type="button" className={styles.line} onClick={() => goToLine(line)}>
          line {line}
        </button>
      )}
      <div className={styles.quote}>
        <ValueText preview={write.value} name={`${write.node}'s write to ${channel}`} lines="two" />
      </div>
      <div className={styles.path}>
        {ways.map((way) => (
          <div key={way}>{way}</div>
        ))}
      </div>
    </div>
  );
}

/** The ways out. The first stands open, the others open on demand. */
export function Repairs({ conflict }: { conflict: ChannelConflicted }) {
  const { repairs } = conflict;
  const [opened, setOpened] = useState<string | null>(repairs[0]?.title ?? null);
  if (repairs.length === 0) {
    return null;
  }
  return (
    <div className={styles.section}>
      <h4>Repairs</h4>
      <ul className={styles.repairs} aria-label="Repairs">
        {repairs.map((repair) => (
          <li key={repair.title} className={styles.repair}>
            <RepairView
              repair={repair}
              conflict={conflict}
              isOpen={repair.title === opened}
              onToggle={() => setOpened(repair.title === opened ? null : repair.title)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RepairViewProps {
  repair: Repair;
  conflict: ChannelConflicted;
  isOpen: boolean;
  onToggle: () => void;
}

function RepairView({ repair, conflict, isOpen, onToggle }: RepairViewProps) {
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name="right" size="small" />
        {repair.title}
      </button>
      {isOpen ? (
        <div className={styles.detail}>
          {repair.detail}
          {repair.source === "" ? null : (
            <div className={styles.source}>
              <pre>{repair.source}</pre>
              <CopyButton look="icon" name={`Copy: ${repair.title}`} text={repair.source} />
            </div>
          )}
          <RepairButton repair={repair} conflict={conflict} />
        </div>
      ) : null}
    </>
  );
}
