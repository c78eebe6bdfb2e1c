/** A shown value as the JSON that a person can edit or take along: from its preview, or read whole. */

import { type Json, readJson } from "../base/json";
import type { Preview } from "../protocol/generated";
import type { ValueReader } from "../ui/valueReader";

const LONGEST_CHARACTERS = 2_000_000;
const WORDS: Readonly<Record<string, Json>> = { None: null, True: true, False: false };

/** A value's text, and whether it is JSON. */
export interface WholeText {
  readonly text: string;
  readonly json: boolean;
}

/** The value as JSON; null when JSON has no form for it, or it is too long for a text box. */
export async function editable(preview: Preview, read: ValueReader): Promise<{ value: Json } | null> {
  const near = nearJson(preview);
  if (near !== undefined) {
    return { value: near };
  }
  if (preview.ref === undefined) {
    return null;
  }
  const whole = await readWhole(preview.ref, read);
  const reading = whole?.json === true ? readJson(whole.text) : null;
  return reading?.ok === true ? { value: reading.value } : null;
}

/** The JSON that a preview holds in itself; undefined when it does not hold the whole. */
export function nearJson(preview: Preview): Json | undefined {
  if (preview.json !== undefined) {
    return parsed(preview.json);
  }
  if (preview.truncated === true) {
    return undefined;
  }
  switch (preview.kind) {
    case "none":
    case "bool":
      return WORDS[preview.text];
    case "int":
    case "float":
    case "str":
      return parsed(preview.text);
    default:
      return undefined;
  }
}

/** The whole text behind a ref, page by page; null when it is longer than can be handled here. */
export async function readWhole(ref: string, read: ValueReader): Promise<WholeText | null> {
  let page = await read(ref, 0);
  let text = page.text;
  while (text.length < page.characters) {
    if (page.characters > LONGEST_CHARACTERS || page.text === "") {
      return null;
    }
    page = await read(ref, text.length);
    text += page.text;
  }
  return { text, json: page.json };
}

function parsed(text: string): Json | undefined {
  const reading = readJson(text);
  return reading.ok ? reading.value : undefined;
}
