/** The whole text of a value, page by page, each asked for once. */

import { use, useEffect, useState } from "react";
import { ValueReading } from "./valueReader";

/** What is read so far, and whether more is under way or failed. */
export interface WholeText {
  readonly text: string;
  /** How long the whole is; null before the first page. */
  readonly characters: number | null;
  readonly status: "reading" | "rest" | "failed";
  readonly problem: string;
}

const NOTHING: WholeText = { text: "", characters: null, status: "reading", problem: "" };

/** The first page of the value at once; `more` reads the next, or tries the same one again. */
export function useWholeValue(ref: string): WholeText & { more: () => void } {
  const read = use(ValueReading);
  const [whole, setWhole] = useState(NOTHING);
  const [wanted, setWanted] = useState({ offset: 0 });

  useEffect(() => {
    let current = true;
    setWhole((before) => ({ ...before, status: "reading" }));
    read(ref, wanted.offset).then(
      (page) => {
        if (current) {
          setWhole((before) => ({
            text: before.text.slice(0, wanted.offset) + page.text,
            characters: page.characters,
            status: "rest",
            problem: "",
          }));
        }
      },
      (reason: unknown) => {
        if (current) {
          setWhole((before) => ({ ...before, status: "failed", problem: sentence(reason) }));
        }
      },
    );
    return () => {
      current = false;
    };
  }, [read, ref, wanted]);

  return { ...whole, more: () => setWanted({ offset: whole.text.length }) };
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : "The value could not be read.";
}
