/** Runs commands by their keys, anywhere on the page; keeps F6 for the way from region to region. */

import { useEffect, useEffectEvent } from "react";
import { isPressed, isTyping } from "./keys";
import type { Offer } from "./matching";

/** Listens as long as its component is drawn. `refused` is told why a pressed command cannot run. */
export function useShortcuts(offers: readonly Offer[], refused: (reason: string) => void): void {
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
    const offer = offers.find(({ keys }) => keys !== null && isPressed(keys, event));
    if (offer === undefined) {
      return null;
    }
    return offer.blocked === null ? offer.run : () => refused(`${offer.title}: ${offer.blocked}`);
  };

  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Move the focus to the next landmark of the page: the bar, the input, each open region. */
export function focusNextRegion(direction: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const now = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops.at(now < 0 && direction < 0 ? -1 : (now + direction) % stops.length);
  if (next !== undefined) {
    const first = next.querySelector<HTMLElement>(FIRST);
    (first ?? next).focus();
  }
}

/** What takes the focus in a region: its list, table or text first, so that arrow keys work at once. */
const FIRST =
  "[data-first-focus], [role=tab][aria-selected=true], [tabindex='0'], button, input, textarea, select";

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
