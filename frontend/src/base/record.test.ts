import { expect, test } from "vitest";
import { own, put } from "./record";

test("a name that every object has is no entry until it is put there", () => {
  const record: Record<string, number> = {};
  expect(["constructor", "__proto__"].map((name) => own(record, name))).toEqual([undefined, undefined]);

  put(record, "constructor", 1);
  put(record, "__proto__", 2);

  expect(["constructor", "__proto__"].map((name) => own(record, name))).toEqual([1, 2]);
  expect(Object.keys({ ...record })).toEqual(["constructor", "__proto__"]);
});
