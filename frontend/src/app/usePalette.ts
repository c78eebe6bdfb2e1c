/** What the palette is in the middle of: the typed letters, the commands they mean, the marked one. */

import { type KeyboardEvent, useState } from "react";
import type { Offer } from "../commands/registry";
import { matchingOffers } from "./matching";

const PAGE = 8;

export interface PaletteState {
  readonly typed: string;
  readonly found: readonly Offer[];
  readonly marked: Offer | undefined;
  readonly type: (text: string) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly choose: (offer: Offer) => void;
}

/** `onMark` is called with what the arrow keys reach, to bring it into sight. */
export function usePalette(
  offers: readonly Offer[],
  { onMark, onClose }: { onMark: (offer: Offer) => void; onClose: () => void },
): PaletteState {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState(0);
  const found = matchingOffers(offers, typed);
  const at = Math.min(wanted, found.length - 1);
  const marked = found[at];

  const choose = (offer: Offer) => {
    if (offer.blocked === null) {
      onClose();
      offer.run();
    }
  };
  const press = (event: KeyboardEvent) => {
    const next = event.key === "Enter" ? at : moved(event.key, at, found.length);
    const offer = next === null ? undefined : found[next];
    if (next === null || offer === undefined) {
      return;
    }
    event.preventDefault();
    if (event.key === "Enter") {
      choose(offer);
    } else {
      setWanted(next);
      onMark(offer);
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setWanted(0);
  };
  return { typed, found, marked, type, press, choose };
}

function moved(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return (at - 1 + count) % count;
    case "PageDown":
      return Math.min(at + PAGE, count - 1);
    case "PageUp":
      return Math.max(at - PAGE, 0);
    default:
      return null;
  }
}
