/** The bar at the top: what is open and how its run stands, the run controls, and the ways to everything else. */

import type { ReactNode } from "react";
import { REGION_NAMES, type RegionName } from "../commands/command";
import type { ConnectionStatus } from "../protocol/socket";
import { Button, IconButton } from "../ui/Button";
import { Icon, Logo } from "../ui/Icon";
import { Progress } from "../ui/Progress";
import { ConnectionSign } from "./ConnectionSign";
import styles from "./Header.module.css";

export interface HeaderProps {
  /** The open document's name and one line on its run; null on the start screen. */
  document: { name: string; path: string; line: string; tone: "plain" | "refuse" | "wait" } | null;
  /** What the server is waiting for, if it takes long. */
  waiting: string | null;
  connection: ConnectionStatus;
  /** The closed regions, each with a button to open it again. */
  closed: readonly RegionName[];
  onOpenRegion: (region: RegionName) => void;
  onHome: () => void;
  onPalette: () => void;
  onTheme: () => void;
  /** The run controls. */
  children?: ReactNode;
}

/** The bar. */
export function Header(props: HeaderProps) {
  const { document, waiting, connection, closed, onOpenRegion, onHome, onPalette, onTheme, children } = props;
  return (
    <header className={styles.bar} data-region="bar">
      <button
        type="button"
        className={styles.brand}
        title="Start: files, earlier sessions, examples"
        onClick={onHome}
      >
        <Logo />
        <span>Stepgraph</span>
      </button>
      {document === null ? null : (
        <div className={styles.document}>
          <h1 title={document.path}>{document.name}</h1>
          <small data-tone={document.tone} aria-live="polite" title={document.line}>
            {document.tone === "wait" ? <Icon name="clock" size="small" /> : null}
            {document.line}
          </small>
        </div>
      )}
      {children}
      {waiting === null ? null : (
        <span className={styles.waiting} role="status" aria-label="Waiting">
          <Progress sentence={waiting} />
        </span>
      )}
      <span className={styles.rest} />
      {closed.map((region) => (
        <Button key={region} look="quiet" icon="layout" onClick={() => onOpenRegion(region)}>
          {REGION_NAMES[region]}
        </Button>
      ))}
      <ConnectionSign status={connection} />
      <div className={styles.group}>
        <Button look="quiet" aria-label="All commands" title="All commands (Ctrl K)" onClick={onPalette}>
          <Icon name="search" />
          <span className={styles.chord} data-keys="Ctrl K" />
        </Button>
        <IconButton
          icon="theme"
          name="Light or dark"
          title="Light or dark (Ctrl Shift L)"
          onClick={onTheme}
        />
      </div>
    </header>
  );
}
