/** One sentence, its names and values marked: nodes in their hue, channels and values as code. */

import { idIn } from "../store/innerPath";
import { choose } from "../store/ui";
import { useGraph, useGraphPath } from "../store/useStore";
import { nodeLook } from "../ui/hues";
import { Icon, type IconName } from "../ui/Icon";
import { NodeMark } from "../ui/Mark";
import { useOrderOf } from "../ui/useOrderOf";
import { ValueText } from "../ui/ValueText";
import styles from "./ExplainPanel.module.css";
import { nodeTitle, type Part, type Sentence, type SentenceIcon } from "./parts";

const ICONS: Readonly<Record<SentenceIcon, IconName>> = {
  changed: "arrow",
  cleared: "dash",
  false: "cross",
  next: "planned",
  ran: "check",
  refused: "refuse",
  waits: "clock",
};

/** The sentence. A node that it begins with gives it its mark; trouble and waiting keep their own sign. */
export function Say({ sentence }: { sentence: Sentence }) {
  const { icon, parts } = sentence;
  return (
    <p className={styles.say} data-icon={icon}>
      <Sign icon={icon} first={parts[0]} />
      <Parts parts={parts} />
    </p>
  );
}

function Sign({ icon, first }: { icon: SentenceIcon; first: Part | undefined }) {
  const orderOf = useOrderOf();
  const order = first?.kind === "node" ? orderOf(first.node) : -1;
  if (order >= 0 && (icon === "ran" || icon === "next")) {
    return (
      <span className={styles.sign} data-mark="node">
        <NodeMark order={order} />
      </span>
    );
  }
  return (
    <span className={styles.sign}>
      <Icon name={ICONS[icon]} size="small" />
    </span>
  );
}

/** Parts in a row. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  let place = 0;
  return parts.map((part) => {
    place += 1;
    return <PartText key={place} part={part} isFirst={place === 1} />;
  });
}

function PartText({ part, isFirst }: { part: Part; isFirst: boolean }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "node":
      return <NodeName node={part.node} isMarked={isFirst} />;
    case "channel":
      return <ChannelName channel={part.channel} />;
    case "code":
      return <code className={styles.code}>{part.text}</code>;
    case "value":
      return part.value.truncated === true ? (
        <ValueText preview={part.value} name="the value" lines="one" />
      ) : (
        <code className={styles.value}>{part.value.kind === "missing" ? "no value" : part.value.text}</code>
      );
    case "version":
      return <span className={styles.version}>{part.version}</span>;
  }
}

export interface NodeNameProps {
  node: string;
  /** Its mark stands beside it: it needs no line in its hue. */
  isMarked?: boolean;
}

/** A node's name; a click chooses the node in every panel. */
export function NodeName({ node, isMarked = false }: NodeNameProps) {
  const order = useOrderOf()(node);
  const path = useGraphPath();
  if (order < 0) {
    return <b>{nodeTitle(node)}</b>;
  }
  return (
    <button
      type="button"
      className={styles.node}
      data-hue={nodeLook(order).hue}
      data-marked={isMarked}
      onClick={() => choose({ selectedNode: idIn(path, node) })}
    >
      {node}
    </button>
  );
}

function ChannelName({ channel }: { channel: string }) {
  const graph = useGraph();
  const role = graph?.channels.find(({ name }) => name === channel)?.role ?? "internal";
  return (
    <code className={styles.channel} data-role={role}>
      {channel}
    </code>
  );
}
