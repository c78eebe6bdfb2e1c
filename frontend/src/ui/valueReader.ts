/** How the whole of a value is read when its preview is not all: handed in by the app, so that parts need no server. */

import { createContext } from "react";
import type { WholeValue } from "../protocol/generated";

/** Reads one page of a value's text, from an offset on. */
export type ValueReader = (ref: string, offset: number) => Promise<WholeValue>;

/** The page's reader of values. */
export const ValueReading = createContext<ValueReader>(() =>
  Promise.reject(new Error("No reader of values was given to this page.")),
);
