/** One edit of the state, from what stands in the dialog to what is asked for. */

import { isJsonObject, type Json, placed, readJson, writeJson } from "../base/json";
import type { Due, StateEdit } from "../protocol/generated";

/** What is asked: a state.edit without its tag, which a state.preview shares. */
export type EditRequest = Omit<StateEdit, "type">;

/** What would be due after the edit, or a sentence why it would be refused. */
export type EditOutcome =
  | { readonly ok: true; readonly next: readonly Due[]; readonly dropped: readonly Due[] }
  | { readonly ok: false; readonly problem: string };

/** The choice under "As node": a node's name, or null for the raw value. */
export type AsNode = string | null;

/** What the dialog holds, read: a request, or what is wrong with the value. */
export type EditReading =
  | { readonly ok: true; readonly request: EditRequest }
  | { readonly ok: false; readonly problem: string };

/** Read the dialog's boxes. `channels` are the names that a raw value may replace. */
export function readEdit(text: string, asNode: AsNode, place: EditPlace): EditReading {
  const reading = readJson(text);
  if (!reading.ok) {
    return { ok: false, problem: placed(reading.problem) };
  }
  if (asNode !== null) {
    return {
      ok: true,
      request: { checkpoint: place.checkpoint, how: "node", node: asNode, values: reading.value },
    };
  }
  const problem = rawProblem(reading.value, place.channels);
  if (problem !== null) {
    return { ok: false, problem };
  }
  return { ok: true, request: { checkpoint: place.checkpoint, how: "raw", values: reading.value } };
}

/** Where the edit happens. */
export interface EditPlace {
  readonly checkpoint: string;
  readonly channels: readonly string[];
}

/** The text with one channel's value put in, or taken out when it is there. */
export function withChannel(text: string, channel: string, value: Json): string {
  const reading = readJson(text);
  const entries = new Map(Object.entries(reading.ok && isJsonObject(reading.value) ? reading.value : {}));
  if (!entries.delete(channel)) {
    entries.set(channel, value);
  }
  return writeJson(Object.fromEntries(entries), "several");
}

/** The channels that the text gives a value. */
export function channelsIn(text: string): readonly string[] {
  const reading = readJson(text);
  return reading.ok && isJsonObject(reading.value) ? Object.keys(reading.value) : [];
}

function rawProblem(value: Json, channels: readonly string[]): string | null {
  if (!isJsonObject(value)) {
    return "A raw edit is an object: the name of each channel, and the value that replaces its own.";
  }
  const names = Object.keys(value);
  const unknown = names.find((name) => !channels.includes(name));
  if (unknown !== undefined) {
    return `"${unknown}" is no channel of this graph.`;
  }
  return names.length === 0 ? "No channel is named yet: choose one, or write its name and value." : null;
}
