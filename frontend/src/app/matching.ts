/** Which commands a few typed letters mean, the likeliest first. */

import type { Offer } from "../commands/registry";

/** The offers whose title holds every typed word: those that begin with it first, blocked ones after the others. */
export function matchingOffers(offers: readonly Offer[], typed: string): readonly Offer[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return offers
    .map((offer, order) => ({ offer, order, distance: distanceOf(offer, words) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((left, right) => left.distance - right.distance || left.order - right.order)
    .map(({ offer }) => offer);
}

const INSIDE = 2;
const BLOCKED = 0.5;

/** 0 begins with the word, 1 has a word that does, 2 holds it inside; summed over the words. */
function distanceOf(offer: Offer, words: readonly string[]): number {
  const title = offer.title.toLowerCase();
  let distance = offer.blocked === null || words.length === 0 ? 0 : BLOCKED;
  for (const word of words) {
    const at = title.indexOf(word);
    if (at < 0) {
      return Number.POSITIVE_INFINITY;
    }
    distance += at === 0 ? 0 : title.includes(` ${word}`) ? 1 : INSIDE;
  }
  return distance;
}
