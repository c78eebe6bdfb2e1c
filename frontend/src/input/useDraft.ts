/** Text that a person is in the middle of typing, over a value that is only set once the text can be read. */

import { useState } from "react";

/** What a text means: a value, or what is wrong with it. */
export type DraftReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export interface DraftOptions<Value> {
  /** The value now. */
  value: Value;
  write: (value: Value) => string;
  read: (text: string) => DraftReading<Value>;
  onValue: (value: Value) => void;
}

/** The text to show, what is wrong with it, and what to call with the next one. */
export function useDraft<Value>({ value, write, read, onValue }: DraftOptions<Value>) {
  const [draft, setDraft] = useState<{ text: string; over: string } | null>(null);
  const written = write(value);
  // A draft holds only over the value that it was typed for: a value set elsewhere shows at once.
  const text = draft !== null && draft.over === written ? draft.text : written;
  const reading = read(text);
  const type = (next: string) => {
    const meant = read(next);
    setDraft({ text: next, over: meant.ok ? write(meant.value) : written });
    if (meant.ok) {
      onValue(meant.value);
    }
  };
  return { text, problem: reading.ok ? null : reading.problem, type };
}
