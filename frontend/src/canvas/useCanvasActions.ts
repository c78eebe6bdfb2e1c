/** What a card can ask of the canvas around it. */

import {
  createContext,
  type MouseEvent,
  type RefCallback,
  use,
  useCallback,
  useSyncExternalStore,
} from "react";
import { type Observable, observable } from "../base/observable";

export interface CanvasActions {
  /** The card that Tab goes to. */
  readonly entry: Observable<string | null>;
  /** Select a node, here and in every panel; `more`: besides those that are selected, or not any more. */
  readonly select: (node: string, more: boolean) => void;
  /** A ref for a card's element. */
  readonly attach: (node: string) => RefCallback<HTMLElement>;
}

export const CanvasContext = createContext<CanvasActions>({
  entry: observable<string | null>(null),
  select: () => undefined,
  attach: () => () => undefined,
});

export interface CardActions {
  readonly select: (event: MouseEvent) => void;
  readonly attach: RefCallback<HTMLElement>;
  /** Whether Tab goes to this card. */
  readonly isEntry: boolean;
}

/** The actions of one card. */
export function useCardActions(node: string): CardActions {
  const { entry, select, attach } = use(CanvasContext);
  const isEntry = useSyncExternalStore(
    useCallback((changed: () => void) => entry.watch((name) => name === node, changed), [entry, node]),
    () => entry.get() === node,
  );
  return {
    isEntry,
    select: useCallback(
      (event) => select(node, event.shiftKey || event.ctrlKey || event.metaKey),
      [select, node],
    ),
    attach: useCallback((element) => attach(node)(element), [attach, node]),
  };
}
