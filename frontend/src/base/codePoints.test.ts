import { describe, expect, test } from "vitest";
import { changedText, pointsOf, unitsOf } from "./codePoints";

const ASTRAL = "a😀b🎉c";

describe("offsets", () => {
  test("are the same where every sign is one unit", () => {
    expect([0, 2, 4].map(unitsOf("abcé"))).toEqual([0, 2, 4]);
    expect([0, 2, 4].map(pointsOf("abcé"))).toEqual([0, 2, 4]);
  });

  test("are two units on behind a sign of two, and back", () => {
    const points = [0, 1, 2, 3, 4, 5];
    const units = points.map(unitsOf(ASTRAL));

    expect(units).toEqual([0, 1, 3, 4, 6, 7]);
    expect(units.map(pointsOf(ASTRAL))).toEqual(points);
  });

  test("can be asked for in any order", () => {
    const units = unitsOf(ASTRAL);
    const points = pointsOf(ASTRAL);

    expect([4, 1, 5, 2].map(units)).toEqual([6, 1, 7, 3]);
    expect([6, 1, 7, 3].map(points)).toEqual([4, 1, 5, 2]);
  });

  test("behind the end are the end", () => {
    expect(unitsOf(ASTRAL)(99)).toBe(ASTRAL.length);
  });
});

test("changes count in the old text, all of them", () => {
  const changes = [
    { start: 0, end: 1, text: "A" },
    { start: 2, end: 2, text: "+" },
    { start: 3, end: 5, text: "" },
  ];

  expect(changedText(ASTRAL, changes)).toBe("A😀+b");
});
