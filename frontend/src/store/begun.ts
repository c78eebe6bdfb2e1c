/** What the newest run began with: what the server keeps of it when the page comes in, then what its events tell. Pure. */

import { writeJson } from "../base/json";
import type { AnyEvent, Preview, RunStart, SessionView } from "../protocol/generated";
import type { Numbered } from "./reduce";

/** The input as JSON text, null where it is not known; the context as JSON text, "" for none, null where not known. */
export interface Begun {
  readonly input: string | null;
  readonly context: string | null;
}

export const NOT_BEGUN: Begun = { input: null, context: null };

/** The server keeps the input of the last run with an input; its context is not told. */
export function begunBefore(session: SessionView | null): Begun {
  return { input: session?.input ?? null, context: null };
}

/**
 * A run with an input tells what it began with, unless that is too long for an event; other runs go on with what was
 * there. `asked` is what this page asked a run to be started with, which is known whole.
 */
export function begunAfter(before: Begun, asked: Begun | null, frames: readonly Numbered[]): Begun {
  const told = frames.findLast(({ event }) => isBegunWithInput(event))?.event;
  if (told?.type !== "run.started") {
    return before;
  }
  const { input, context } = told;
  return {
    input: jsonOf(input) ?? asked?.input ?? null,
    context: isNothing(context) ? "" : (jsonOf(context) ?? asked?.context ?? null),
  };
}

/** Whether a person began it: runs of graphs inside begin with what their node is given. */
function isBegunWithInput(event: AnyEvent): boolean {
  return event.type === "run.started" && event.ns === "" && event.kind === "input";
}

/** What a command has a run begin with. */
export function begunWith({ input, context }: RunStart): Begun {
  return { input: writeJson(input, "one"), context: context == null ? "" : writeJson(context, "one") };
}

const AS_JSON: Readonly<Record<string, string>> = { None: "null", True: "true", False: "false" };
const PLAIN: ReadonlySet<Preview["kind"]> = new Set(["bool", "float", "int", "none", "str"]);

/** A value's JSON, if its preview is all of it. */
function jsonOf({ json, kind, text, truncated }: Preview): string | null {
  if (json !== undefined) {
    return json;
  }
  return PLAIN.has(kind) && truncated !== true ? (AS_JSON[text] ?? text) : null;
}

function isNothing({ kind }: Preview): boolean {
  return kind === "missing" || kind === "none";
}
