import { expect, test } from "vitest";
import { observable } from "./observable";

test("only who looks at a part that changed is told", () => {
  const place = observable({ x: 1, y: 2 });
  const told: string[] = [];
  place.watch(
    ({ x }) => x,
    (x) => told.push(`x ${x}`),
  );
  place.watch(
    ({ y }) => y,
    (y) => told.push(`y ${y}`),
  );

  place.set({ x: 1, y: 3 });
  place.set({ x: 4, y: 3 });

  expect(told).toEqual(["y 3", "x 4"]);
});

test("who stopped looking is told nothing, even while others are being told", () => {
  const count = observable(0);
  const told: string[] = [];
  const stops = [
    count.watch(
      (value) => value,
      () => stops[1]?.(),
    ),
    count.watch(
      (value) => value,
      () => told.push("second"),
    ),
  ];

  count.set(1);
  count.set(2);

  expect(told).toEqual(["second"]);
});
