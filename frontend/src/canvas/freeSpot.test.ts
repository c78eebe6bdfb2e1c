import { expect, test } from "vitest";
import { freeSpot, freeSpotWithin } from "./freeSpot";
import { type Rect, touches } from "./layout";
import { contains } from "./viewport";

const CARD = { width: 160, height: 60 };
const SIGHT: Rect = { x: 0, y: 0, width: 500, height: 400 };

function at(x: number, y: number): Rect {
  return { x, y, ...CARD };
}

test("a free place is taken as it is wanted, and a taken one gives way to the nearest beside it", () => {
  const taken = at(100, 100);

  expect(freeSpot({ x: 400, y: 300 }, CARD, [taken])).toEqual({ x: 400, y: 300 });
  const spot = freeSpot({ x: 110, y: 110 }, CARD, [taken]);
  expect(touches({ ...spot, ...CARD }, taken)).toBe(false);
  expect(Math.hypot(spot.x - 110, spot.y - 110)).toBeLessThan(300);
});

test("above and below a box there stays room for its tools", () => {
  const taken = at(100, 100);

  const spot = freeSpot({ x: 100, y: 165 }, CARD, [taken]);

  const isBeside = spot.x > taken.x + taken.width || spot.x + CARD.width < taken.x;
  expect(isBeside || spot.y >= taken.y + taken.height + 40).toBe(true);
});

test("within what is in sight, a free place is found even where the wanted one is out of sight", () => {
  const column = [at(170, 0), at(170, 110), at(170, 220), at(170, 330)].map((box) => ({ ...box, x: 0 }));

  const spot = freeSpotWithin(SIGHT, { x: 0, y: 440 }, CARD, column);

  expect(spot).not.toBeNull();
  expect(contains(SIGHT, { x: 0, y: 0, ...spot, ...CARD })).toBe(true);
});

test("where all that is in sight is taken, there is no place in sight", () => {
  expect(freeSpotWithin(SIGHT, { x: 0, y: 0 }, CARD, [SIGHT])).toBeNull();
});
