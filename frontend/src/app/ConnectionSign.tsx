/** Whether the page hears the server: a sign in the bar, and a banner as long as it does not. */

import type { ConnectionStatus } from "../protocol/socket";
import { Button } from "../ui/Button";
import { Icon, type IconName } from "../ui/Icon";
import { Progress } from "../ui/Progress";
import styles from "./Connection.module.css";

const ICONS: Readonly<Record<ConnectionStatus, IconName>> = {
  connected: "check",
  connecting: "clock",
  reconnecting: "clock",
  lost: "refuse",
};

/** The sign in the bar. */
export function ConnectionSign({ status }: { status: ConnectionStatus }) {
  return (
    <span
      role="status"
      aria-label="Connection"
      className={styles.sign}
      data-status={status}
      title={`Connection: ${status}`}
    >
      <Icon name={ICONS[status]} size="small" />
      <span className={styles.word}>{status}</span>
    </span>
  );
}

export interface BannerProps {
  status: ConnectionStatus;
  /** Why, and what to do; empty when there is nothing to say. */
  sentence: string;
}

/** The banner under the bar. */
export function ConnectionBanner({ status, sentence }: BannerProps) {
  if (status === "connected" || status === "connecting") {
    return null;
  }
  return (
    <div className={styles.banner} data-status={status} role="alert">
      {status === "reconnecting" ? (
        <Progress sentence={`${sentence} What you see is the last that the server told.`} />
      ) : (
        <>
          <Icon name="refuse" />
          <span>{sentence}</span>
          <Button onClick={() => location.reload()}>Load the page again</Button>
        </>
      )}
    </div>
  );
}
