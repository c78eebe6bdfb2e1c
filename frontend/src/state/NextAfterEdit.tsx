/** What the edit would make due, and which nodes that are due now it would drop: told before anything happens. */

import type { Due } from "../protocol/generated";
import { Icon } from "../ui/Icon";
import { NodeMark } from "../ui/Mark";
import { Progress } from "../ui/Progress";
import styles from "./EditState.module.css";
import type { EditOutcome } from "./edit";

export interface NextAfterEditProps {
  /** What was answered; null while it is asked. */
  outcome: EditOutcome | null;
  /** Whether there is anything to ask about. */
  asked: boolean;
  nodes: readonly string[];
}

/** A live region beside the edit. */
export function NextAfterEdit({ outcome, asked, nodes }: NextAfterEditProps) {
  return (
    <section className={styles.next} aria-label="What will be next" aria-live="polite">
      <h3>What will be next</h3>
      <Answer outcome={outcome} asked={asked} nodes={nodes} />
    </section>
  );
}

function Answer({ outcome, asked, nodes }: NextAfterEditProps) {
  if (!asked) {
    return <p className={styles.quiet}>Told as soon as the value can be read.</p>;
  }
  if (outcome === null) {
    return <Progress sentence="Asking what would be due" />;
  }
  if (!outcome.ok) {
    return (
      <p className={styles.refused}>
        <Icon name="refuse" size="small" />
        {outcome.problem}
      </p>
    );
  }
  return (
    <>
      {outcome.next.length === 0 ? (
        <p className={styles.quiet}>Nothing would be due: the run would end here.</p>
      ) : (
        <DueList name="Due next" due={outcome.next} nodes={nodes} />
      )}
      {outcome.dropped.length === 0 ? null : (
        <>
          <p className={styles.dropped}>
            <Icon name="warning" size="small" />
            Due now, and dropped by this edit:
          </p>
          <DueList name="Dropped" due={outcome.dropped} nodes={nodes} />
        </>
      )}
    </>
  );
}

function DueList({ name, due, nodes }: { name: string; due: readonly Due[]; nodes: readonly string[] }) {
  return (
    <ul className={styles.due} aria-label={name}>
      {due.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a node can be due twice, and the list is replaced as a whole.
        <li key={index}>
          <NodeMark order={nodes.indexOf(one.node)} />
          <strong>{one.node}</strong>
          <small>{wokenBy(one)}</small>
        </li>
      ))}
    </ul>
  );
}

function wokenBy({ wakes }: Due): string {
  const fired = wakes.filter((wake) => wake.fired).map((wake) => wake.channel);
  return fired.length === 0 ? "" : `woken by ${fired.join(", ")}`;
}
