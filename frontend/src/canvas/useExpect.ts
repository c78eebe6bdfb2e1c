/** Where the node that is about to be added should stand. */

import { createContext, use, useEffect } from "react";
import type { Point } from "./layout";

/** Told a name and the place that a person pointed at; without a place, the middle of what is in sight. */
export type Expect = (name: string, at: Point | null) => void;

export const ExpectContext = createContext<Expect>(() => undefined);

/** Expect a node of this name there as long as nothing else is expected. */
export function useExpect(name: string, at: Point | null): void {
  const expect = use(ExpectContext);
  useEffect(() => expect(name, at), [expect, name, at]);
}
