/** What jsdom lacks and the page's libraries ask for: sizes, observers, matrices, media queries. */

import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

/** Tells a size once, later, and with its rectangle: a silent or synchronous one draws no edges. */
class TestResizeObserver implements ResizeObserver {
  readonly #told: ResizeObserverCallback;

  constructor(told: ResizeObserverCallback) {
    this.#told = told;
  }

  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, 800, 600);
    const size = [{ inlineSize: 800, blockSize: 600 }];
    const entry = {
      target,
      contentRect,
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    };
    queueMicrotask(() => this.#told([entry], this));
  }

  unobserve(): void {}

  disconnect(): void {}
}

/** Only the scale is ever read. */
class TestMatrix {
  readonly m22: number;

  constructor(transform = "") {
    this.m22 = Number(/scale\(([\d.]+)\)/.exec(transform)?.[1] ?? 1);
  }
}

/** No media query matches: light, motion allowed, a wide window. */
function noMatch(media: string): MediaQueryList {
  const target = new EventTarget();
  return Object.assign(target, {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
}

Object.assign(globalThis, { ResizeObserver: TestResizeObserver, DOMMatrixReadOnly: TestMatrix });
window.matchMedia ??= noMatch;
Element.prototype.scrollIntoView ??= () => undefined;
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: { configurable: true, get: () => 160 },
  offsetHeight: { configurable: true, get: () => 72 },
});
Object.assign(SVGElement.prototype, { getBBox: () => new DOMRect(0, 0, 40, 12) });

afterEach(cleanup);
