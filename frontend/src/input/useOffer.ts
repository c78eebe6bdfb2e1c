/** Puts a text into the input box that nobody typed: a better one when the graph is known that it is for. */

import { useEffect } from "react";
import { offerInput } from "../store/input";
import type { Form } from "./schema";
import { startingText } from "./values";

const NOTHING = "{}";

export interface OfferOptions {
  /** The session; another one brings another text. */
  readonly session: string | null;
  readonly last: string | null;
  /** The document's own input; undefined while the graph is not known. */
  readonly prefill: string | null | undefined;
  readonly form: Form;
}

/** The last input, the document's own, or the schema's empty values. */
export function useOffer({ session, last, prefill, form }: OfferOptions): void {
  useEffect(() => {
    if (session !== null) {
      // What is typed while the document is imported is kept, as it would be later.
      offerInput(session, prefill === undefined ? (last ?? NOTHING) : startingText({ last, prefill, form }));
    }
  }, [session, last, prefill, form]);
}
