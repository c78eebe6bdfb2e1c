/** From the text of the JSON box to the form's fields and back. The text is the truth; the form edits it. */

import { isJsonObject, type Json, placed, readJson, writeJson } from "../base/json";
import type { Form, FormField } from "./schema";

/** What a text says to the form: its values by key, or why the form cannot show it. */
export type Reading =
  | { readonly ok: true; readonly value: Json; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Read the JSON box, and note what the schema does not expect. */
export function readInput(text: string, form: Form): Reading {
  const reading = readJson(text);
  if (!reading.ok) {
    return { ok: false, problem: placed(reading.problem) };
  }
  return { ok: true, value: reading.value, notes: notesOn(reading.value, form) };
}

/** The text for the box before anyone typed: the last input, the document's own, or the schema's empty values. */
export function startingText({ last, prefill, form }: StartingPoint): string {
  if (last !== null || prefill !== null) {
    return last ?? prefill ?? "";
  }
  if (form.whole) {
    return writeJson(form.empty, "one");
  }
  return writeJson(Object.fromEntries(form.fields.map((field) => [field.key, field.empty])), "one");
}

/** Where the first text can come from. */
export interface StartingPoint {
  readonly last: string | null;
  readonly prefill: string | null;
  readonly form: Form;
}

/** The text with one field set to another value, or taken away; it keeps to one line if it was on one. */
export function withField(text: string, key: string, value: Json | undefined): string {
  const reading = readJson(text);
  const entries = new Map(Object.entries(reading.ok && isJsonObject(reading.value) ? reading.value : {}));
  if (value === undefined) {
    entries.delete(key);
  } else {
    entries.set(key, value);
  }
  return writeJson(Object.fromEntries(entries), text.includes("\n") ? "several" : "one");
}

/** The value that the text gives one field, undefined when it gives none. */
export function fieldValue(value: Json, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether the field's own control can show this value; else a JSON box does. */
export function fits(field: FormField, value: Json | undefined): boolean {
  if (value === undefined || (value === null && field.nullable)) {
    return true;
  }
  switch (field.kind) {
    case "text":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return field.choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value));
    case "json":
      return true;
  }
}

/** "an integer", "a list of text"; what is no countable thing stays as it is. */
export function withArticle(type: string): string {
  if (/^(integer|object)\b/.test(type)) {
    return `an ${type}`;
  }
  return /^(number|list)\b/.test(type) ? `a ${type}` : type;
}

/** What the engine will not take as it stands; it may still run, so these are notes, not refusals. */
function notesOn(value: Json, form: Form): string[] {
  // A form without fields is one that is not known yet.
  if (form.whole || form.fields.length === 0) {
    return [];
  }
  if (!isJsonObject(value)) {
    return ["The graph expects an object with the keys of its input schema."];
  }
  const known = new Map(form.fields.map((field) => [field.key, field]));
  return Object.entries(value).flatMap(([key, own]) => {
    const field = known.get(key);
    if (field === undefined) {
      return [`"${key}" is not in the input schema, so no channel takes it.`];
    }
    return fits(field, own) ? [] : [`"${key}" should be ${withArticle(field.type)}.`];
  });
}
