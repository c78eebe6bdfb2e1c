import { expect, test } from "vitest";
import { type Clocks, pacerOf } from "./soon";

/** A window whose frames and timers go off when the test says so. */
function clocks() {
  const waiting = new Map<number, { name: string; then: () => void }>();
  let last = 0;
  const wait = (name: string, then: () => void) => {
    last += 1;
    waiting.set(last, { name, then });
    return last;
  };
  const window: Clocks = {
    requestAnimationFrame: (then) => wait("frame", then),
    cancelAnimationFrame: (id) => void waiting.delete(id),
    setTimeout: (then, delayMs) => wait(`${delayMs} ms`, then),
    clearTimeout: (id) => void waiting.delete(id),
  };
  return {
    window,
    waiting: () => [...waiting.values()].map(({ name }) => name),
    goOff(name: string) {
      const found = [...waiting].find(([, wanted]) => wanted.name === name);
      if (found !== undefined) {
        waiting.delete(found[0]);
        found[1].then();
      }
    },
  };
}

test.each(["frame", "500 ms"])(
  "events are folded once, at the next frame or soon in a hidden tab (%s)",
  (first) => {
    const { window, waiting, goOff } = clocks();
    let folded = 0;

    pacerOf(window).soon(() => {
      folded += 1;
    });
    goOff(first);

    expect([folded, waiting()]).toEqual([1, []]);
  },
);

test("while the overview draws, events are folded every 50 ms", () => {
  const { window, waiting } = clocks();
  const pacer = pacerOf(window);

  pacer.setPace("overview");
  pacer.soon(() => undefined);

  expect(waiting()).toEqual(["50 ms"]);
});
