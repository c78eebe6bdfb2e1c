/** Runs commands by their keys, anywhere on the page; keeps F6 for the way from region to region. */

import { useEffect, useEffectEvent } from "react";
import type { Offer } from "../commands/registry";
import { nodeIdAt } from "../store/nodeAt";
import { choose, ui } from "../store/ui";
import { focusNextRegion } from "./focus";
import { isOnCanvas, isPressed, isTyping } from "./keys";

/** Listens as long as its component is drawn. A blocked command is run too: it tells its reason. */
export function useShortcuts(offers: () => readonly Offer[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target, event) || isDialogOpen()) {
      return;
    }
    const act = event.key === "F6" ? () => focusNextRegion(event.shiftKey ? -1 : 1) : actOf(event);
    if (act !== null) {
      event.preventDefault();
      act();
    }
  });
  const actOf = (event: KeyboardEvent): (() => void) | null => {
    const offer = offers().find((one) => isMeant(one, event));
    if (offer === undefined) {
      return null;
    }
    return () => {
      if (offer.keyPlace === "graph") {
        selectFocused(event.target);
      }
      offer.run();
    };
  };

  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** A key that is pressed on a card is about that card, or about all that are selected with it. */
function selectFocused(target: EventTarget | null): void {
  const node = nodeIdAt(target);
  if (node !== null && !ui.getState().selectedNodes.includes(node)) {
    choose({ selectedNode: node });
  }
}

function isMeant({ keys, otherKeys, keyPlace }: Offer, event: KeyboardEvent): boolean {
  const isChord = [keys, otherKeys].some((chord) => chord !== null && isPressed(chord, event));
  return isChord && (keyPlace === "anywhere" || (keyPlace === "graph" && isOnCanvas(event.target)));
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
