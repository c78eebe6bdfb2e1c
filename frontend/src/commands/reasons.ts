/** Why a command cannot run, in sentences that several commands share. Each gives null when it stands in no way. */

import type { PageState } from "../store/state";

const DOCUMENT = {
  untrusted: "The document is not trusted yet.",
  loading: "The document is being imported.",
  rejected: "The document gives no graph to run.",
  ready: null,
} as const;

/** The first reason that there is. */
export function firstReason(...reasons: readonly (string | null)[]): string | null {
  return reasons.find((reason) => reason !== null) ?? null;
}

export function noServer({ connection }: PageState): string | null {
  return connection.status === "connected" ? null : "The page is not connected to its server.";
}

export function noDocument({ session }: PageState): string | null {
  return session === null ? "No document is open." : DOCUMENT[session.state];
}

/** What a run needs. A document that gave no graph is read again: it may have been mended. */
export function notRunnable(state: PageState): string | null {
  const { live, session } = state;
  if (session?.state !== "rejected") {
    return notReady(state);
  }
  const isChoice = (live.rejected?.candidates.length ?? 0) > 0;
  return firstReason(noServer(state), isChoice ? "Choose one of the document's graphs first." : null);
}

/** The run is at work. */
export function atWork({ live }: PageState): string | null {
  return live.run.status === "running" ? "The run is running; pause it first." : null;
}

/** No run is at work, and none waits. */
export function noRun({ live: { run } }: PageState): string | null {
  return run.status === "running" || run.status === "paused" ? null : "No run is under way.";
}

/** A step that was asked for has not begun. */
export function underWay({ asking }: PageState): string | null {
  return asking.some((type) => type.startsWith("run.") || type === "interrupt.answer")
    ? "The last command is under way."
    : null;
}

/** What every command of the run needs. */
export function notReady(state: PageState): string | null {
  return firstReason(noServer(state), noDocument(state));
}
