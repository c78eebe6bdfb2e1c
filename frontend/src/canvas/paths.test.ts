import { expect, test } from "vitest";
import { barParts, headOf, roundedPath, underHead } from "./paths";

test("corners are rounded", () => {
  const path = roundedPath([
    { x: 0, y: 0 },
    { x: 0, y: 40 },
    { x: 40, y: 40 },
  ]);

  expect(path).toBe("M0 0L0 32Q0 40 8 40L40 40");
});

test("a corner between short pieces is rounded only as far as they are long", () => {
  const path = roundedPath([
    { x: 0, y: 0 },
    { x: 0, y: 6 },
    { x: 40, y: 6 },
  ]);

  expect(path).toBe("M0 0L0 3Q0 6 3 6L40 6");
});

test("a head points the way of the last piece", () => {
  const down = [
    { x: 0, y: 0 },
    { x: 0, y: 10 },
  ];
  const right = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];

  expect(headOf(down)).toEqual({ tip: { x: 0, y: 10 }, turn: 0 });
  expect(headOf(right)?.turn).toBe(-90);
  expect(headOf([{ x: 0, y: 0 }])).toBeNull();
});

test("a thick line ends under its head", () => {
  const route = [
    { x: 0, y: 0 },
    { x: 0, y: 40 },
  ];

  expect(underHead(route)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 34 },
  ]);
});

test("a bar has one part for each member, where the member arrives", () => {
  const parts = barParts({ x: 0, y: 0, width: 120, height: 6 }, [
    { member: "south", x: 80 },
    { member: "north", x: 40 },
  ]);

  expect(parts).toEqual([
    { member: "north", x: 0, width: 59 },
    { member: "south", x: 61, width: 59 },
  ]);
});
