/** The whole state as one text for the clipboard: JSON, with what JSON cannot say as text. */

import { type Json, writeJson } from "../base/json";
import type { Cell, Preview } from "../protocol/generated";
import type { ValueReader } from "../ui/valueReader";
import { editable, readWhole } from "./editable";

/** JSON of all these cells by name, long values read whole. */
export async function stateText(cells: readonly Cell[], read: ValueReader): Promise<string> {
  const entries = await Promise.all(
    cells.map(async (cell) => [cell.name, await jsonOrText(cell.value, read)] as const),
  );
  return writeJson(Object.fromEntries(entries), "several");
}

async function jsonOrText(preview: Preview, read: ValueReader): Promise<Json> {
  const found = await editable(preview, read);
  if (found !== null) {
    return found.value;
  }
  const whole = preview.ref === undefined ? null : await readWhole(preview.ref, read);
  return whole?.text ?? preview.text;
}
