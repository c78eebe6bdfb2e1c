/** Earlier sessions: each opens with its whole history, and nothing runs. */

import { useState } from "react";
import type { RecentSession } from "../protocol/generated";
import { Button } from "../ui/Button";
import { Icon, type IconName } from "../ui/Icon";
import rows from "./Rows.module.css";
import { Section } from "./Section";
import { whenInWords } from "./when";

export interface RecentListProps {
  sessions: readonly RecentSession[];
  nowMs: number;
  onOpen: (session: string) => void;
}

interface Sign {
  readonly icon: IconName;
  readonly tone: "plain" | "refuse" | "wait";
  readonly words: string;
}

const SIGNS: Readonly<Record<string, Sign>> = {
  none: { icon: "file", tone: "plain", words: "not run yet" },
  running: { icon: "run", tone: "plain", words: "running" },
  paused: { icon: "pause", tone: "plain", words: "paused" },
  finished: { icon: "check", tone: "plain", words: "finished" },
  failed: { icon: "refuse", tone: "refuse", words: "failed" },
  stopped: { icon: "stop", tone: "plain", words: "stopped" },
  lost: { icon: "refuse", tone: "refuse", words: "its worker was lost" },
  untrusted: { icon: "key", tone: "wait", words: "not trusted yet" },
  rejected: { icon: "warning", tone: "wait", words: "holds no graph that can run" },
};

const FEW = 6;

/** The list, newest first as the server gives it; the first few until more are asked for. */
export function RecentList({ sessions, nowMs, onOpen }: RecentListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sessions : sessions.slice(0, FEW);
  return (
    <Section name="Recent" note={sessions.length === 0 ? null : counted(sessions.length)}>
      {sessions.length === 0 ? (
        <p className={rows.none}>What you open is listed here, with its whole history.</p>
      ) : (
        <ul aria-label="Recent">
          {shown.map((session) => (
            <li key={session.session}>
              <RecentRow session={session} nowMs={nowMs} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {shown.length === sessions.length ? null : (
        <Button look="quiet" icon="down" onClick={() => setWhole(true)}>
          Show {sessions.length - shown.length} more
        </Button>
      )}
    </Section>
  );
}

function RecentRow({
  session,
  nowMs,
  onOpen,
}: { session: RecentSession } & Pick<RecentListProps, "nowMs" | "onOpen">) {
  const sign = SIGNS[session.status] ?? { icon: "file", tone: "plain", words: session.status };
  const { folder, file } = splitPath(session.document);
  const place = session.example === null ? folder : "example";
  return (
    <button
      type="button"
      className={rows.row}
      data-tone={sign.tone}
      title={session.document}
      onClick={() => onOpen(session.session)}
    >
      <Icon name={sign.icon} />
      <span>
        <strong>{session.graph === null ? file : `${file}:${session.graph}`}</strong>
        <small>{[place, sign.words].filter((part) => part !== "").join(" · ")}</small>
      </span>
      <span className={rows.when}>{whenInWords(session.whenMs, nowMs)}</span>
    </button>
  );
}

function splitPath(path: string): { folder: string; file: string } {
  const parts = path.split(/[\\/]/);
  return { file: parts.at(-1) ?? path, folder: parts.at(-2) ?? "" };
}

function counted(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}
