/** What is open on the canvas, for components. */

import { useStore } from "zustand";
import { type Open, open } from "./open";

/** A part of it; `select` must give the same object while nothing changed. */
export const useOpen = <Part>(select: (state: Open) => Part): Part => useStore(open, select);
