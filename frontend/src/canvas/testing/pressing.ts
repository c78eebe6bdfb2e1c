/** Presses of the pointer on the canvas of a test. */

import { act, fireEvent } from "@testing-library/react";
import { settled } from "../../store/testing/server";

/** Where a box stands in the window: the drawing's places, moved by the viewport. */
export function middleOf(id: string): { clientX: number; clientY: number } {
  const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
  const [x = 0, y = 0] = numbersIn(node?.style.transform ?? "");
  const viewport = document.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform ?? "";
  const [left = 0, top = 0] = numbersIn(viewport);
  const { width, height } = node?.style ?? { width: "0", height: "0" };
  return {
    clientX: left + x + Number.parseFloat(width) / 2,
    clientY: top + y + Number.parseFloat(height) / 2,
  };
}

export function numbersIn(transform: string): readonly number[] {
  return [...transform.matchAll(/-?[\d.]+/g)].map(([digits]) => Number(digits));
}

/** Press on an element, and move there; the button stays down. */
export function drag(from: Element, start: { clientX: number; clientY: number }, to: typeof start): void {
  fireEvent.pointerDown(from, { button: 0, ...start });
  fireEvent.pointerMove(window, { clientX: start.clientX + 9, clientY: start.clientY + 9 });
  fireEvent.pointerMove(window, to);
}

export async function lift(): Promise<void> {
  await act(async () => {
    fireEvent.pointerUp(window);
    await settled();
  });
}
