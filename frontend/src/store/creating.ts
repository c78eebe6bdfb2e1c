/** Making a file and opening it. */

import type { DocumentCreate, Problem } from "../protocol/generated";
import { Refused } from "../protocol/http";
import type { Page } from "./page";
import { forgetRefusal } from "./refusal";

/** A file of this name is there and holds something else. */
export const NAME_TAKEN = "document.exists";

/** Make the file and follow it; what was refused is returned, for the form that asked. */
export async function create(page: Page, file: Omit<DocumentCreate, "type">): Promise<Problem | null> {
  try {
    await page.ask({ type: "document.create", ...file });
    return null;
  } catch (reason) {
    if (!(reason instanceof Refused)) {
      throw reason;
    }
    forgetRefusal(page);
    return reason.problem;
  }
}

/** What a person wrote as a file's name, with the ending that it needs. */
export function fileNamed(typed: string): string {
  const name = typed.trim();
  return name === "" || name.endsWith(".py") ? name : `${name}.py`;
}

/** A name like this one that no file has. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const stem = wanted.replace(/\.py$/, "");
  const names = new Set(taken);
  let name = `${stem}.py`;
  for (let count = 2; names.has(name); count += 1) {
    name = `${stem}_${count}.py`;
  }
  return name;
}
