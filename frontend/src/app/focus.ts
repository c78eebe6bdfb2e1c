/** Where the focus goes when it is sent to a part of the page rather than to one control. */

/** What takes the focus in a region: its list, table or text first, so that arrow keys work at once. */
const FIRST =
  "[data-first-focus], [role=tab][aria-selected=true], [tabindex='0'], button, input, textarea, select";

/** Focus the first useful control of the part that a selector finds. */
export function focusInto(selector: string): void {
  const part = document.querySelector<HTMLElement>(selector);
  (part?.querySelector<HTMLElement>(FIRST) ?? part)?.focus();
}

/** Focus the next landmark of the page: the bar, the input, each open region. */
export function focusNextRegion(direction: -1 | 1): void {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const now = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops.at(now < 0 && direction < 0 ? -1 : (now + direction) % stops.length);
  if (next !== undefined) {
    (next.querySelector<HTMLElement>(FIRST) ?? next).focus();
  }
}
