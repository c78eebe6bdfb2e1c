/** Which node an element of the page is. */

/** The id of the node whose card this is; null for what is no card. */
export function nodeIdAt(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) {
    return null;
  }
  const { id, node } = target.dataset;
  return id ?? node ?? null;
}
