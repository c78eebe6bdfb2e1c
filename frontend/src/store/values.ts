/** Whole values, page by page, each asked for once. A ref is the value's own hash, so an answer never gets old. */

import { recent } from "../base/recent";
import type { WholeValue } from "../protocol/generated";

/** Reads one page of a value's text, from an offset on. */
export type ReadValue = (ref: string, offset: number) => Promise<WholeValue>;

const KEPT = 50;

/** `ask` is the server's answer over HTTP. */
export function valuesOf(ask: ReadValue): ReadValue {
  const pages = recent<string, WholeValue>(KEPT);
  return async (ref, offset) => {
    const name = `${ref} ${offset}`;
    const page = pages.get(name) ?? (await ask(ref, offset));
    pages.set(name, page);
    return page;
  };
}
