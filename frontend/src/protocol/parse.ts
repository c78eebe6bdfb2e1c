/** Text from the server as typed records. The one place where the page believes what it is told. */

import { isRecord } from "../base/record";
import { type AnyServerFrame, EVENTS, type Problem } from "./generated";

/** What came is not what the protocol says: the page and the server are not of one version. */
export class UnreadableAnswer extends Error {
  constructor(what: string) {
    super(`The server sent ${what}, which this page does not know. Load the page again.`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const FRAMES: ReadonlySet<unknown> = new Set([
  "welcome",
  "event",
  "snapshot",
  "waiting",
  "document",
  "drawing",
  "findings",
  "arrangement",
  "heartbeat",
  "reply",
]);
const EVENT_TYPES: ReadonlySet<unknown> = new Set(EVENTS);

/** One message of the socket: a frame, or several. */
export function parseMessage(text: string): readonly AnyServerFrame[] {
  const message = parseJson(text);
  return (Array.isArray(message) ? message : [message]).map(asFrame);
}

/** The body of an answer over HTTP, if it has the fields that it is asked for. */
export function parseAnswer<Shape>(text: string, ...fields: readonly (keyof Shape & string)[]): Shape {
  const answer = parseJson(text);
  const missing = fields.find((field) => !isRecord(answer) || !(field in answer));
  if (missing !== undefined) {
    throw new UnreadableAnswer(`an answer without "${missing}"`);
  }
  return answer as Shape;
}

/** The problem in a refusal's body; null when there is none to read. */
export function parseProblem(text: string): Problem | null {
  try {
    return parseAnswer<Problem>(text, "code", "sentence");
  } catch {
    return null;
  }
}

function asFrame(value: unknown): AnyServerFrame {
  if (!isRecord(value) || !FRAMES.has(value.frame)) {
    throw new UnreadableAnswer("a frame");
  }
  if (value.frame === "event" && !isEvent(value)) {
    throw new UnreadableAnswer("an event");
  }
  return value as unknown as AnyServerFrame;
}

function isEvent(frame: Fields): boolean {
  return typeof frame.seq === "number" && isRecord(frame.event) && EVENT_TYPES.has(frame.event.type);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableAnswer("something that is not JSON");
  }
}
