import { expect, test } from "vitest";
import { breakable, joinMembers, writerName } from "./names";

test("names break behind the signs that join their parts, and between the words of a class", () => {
  expect(breakable("join:north+south:merge")).toEqual(["join:", "north+", "south:", "merge"]);
  expect(breakable("BinaryOperatorAggregate")).toEqual(["Binary", "Operator", "Aggregate"]);
  expect(breakable("total")).toEqual(["total"]);
  expect(breakable("__pregel_tasks")).toEqual(["__", "pregel_", "tasks"]);
});

test("a join's members are read from its channel's name", () => {
  expect(joinMembers("join:north+south:merge")).toEqual(["north", "south"]);
  expect(joinMembers("branch:to:north")).toEqual([]);
});

test("what no node wrote has a name of its own", () => {
  expect(["__start__", "__edit__", "__input__", "", "north"].map(writerName)).toEqual([
    "START",
    "edit",
    "input",
    "input",
    "north",
  ]);
});
