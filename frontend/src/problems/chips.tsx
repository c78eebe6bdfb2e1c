/** What a problem is about: nodes and channels, each a way to select it. */

import { nodeTitle } from "../base/nodeTitle";
import { choose } from "../store/ui";
import { Chip } from "../ui/Mark";
import { useOrderOf } from "../ui/useOrderOf";
import styles from "./Problems.module.css";

/** A node in its hue. */
export function NodeChip({ name }: { name: string }) {
  const orderOf = useOrderOf();
  return (
    <button
      type="button"
      className={styles.chip}
      title={`Select ${nodeTitle(name)}`}
      onClick={() => choose({ selectedNode: name })}
    >
      <Chip order={orderOf(name)}>{nodeTitle(name)}</Chip>
    </button>
  );
}

/** A channel by its name. */
export function ChannelChip({ name }: { name: string }) {
  return (
    <button
      type="button"
      className={styles.channel}
      title={`Select the channel ${name}`}
      onClick={() => choose({ selectedChannel: name })}
    >
      {name}
    </button>
  );
}
