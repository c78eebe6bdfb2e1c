/** The text of an edit: it begins with the chosen channel's whole value, which may have to be read first. */

import { type Dispatch, type SetStateAction, use, useEffect, useState } from "react";
import type { Cell } from "../protocol/generated";
import { ValueReading } from "../ui/valueReader";
import { withChannel } from "./edit";
import { editable, nearJson } from "./editable";

const EMPTY = "{}";

/** The text, and how to set it. What a person typed before the value came is kept. */
export function useEditText(
  cells: readonly Cell[],
  channel: string | null,
): [string, Dispatch<SetStateAction<string>>] {
  const read = use(ValueReading);
  const [cell] = useState(() => cells.find(({ name }) => name === channel));
  const near = cell === undefined ? undefined : nearJson(cell.value);
  const [text, setText] = useState(() =>
    cell === undefined || near === undefined ? EMPTY : withChannel(EMPTY, cell.name, near),
  );
  useEffect(() => {
    if (cell === undefined || near !== undefined) {
      return;
    }
    const begin = (value: Awaited<ReturnType<typeof editable>>) =>
      setText((now) => (now === EMPTY ? withChannel(EMPTY, cell.name, value?.value ?? null) : now));
    editable(cell.value, read).then(begin, () => begin(null));
  }, [cell, near, read]);
  return [text, setText];
}
