import { describe, expect, test } from "vitest";
import { placed, readJson, writeJson } from "./json";

function problem(text: string): string {
  const reading = readJson(text);
  return reading.ok ? "no problem" : placed(reading.problem);
}

describe("readJson", () => {
  test("reads what JSON.parse reads", () => {
    const texts = ['{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e9"], "b": {}}', "[]", " 0 ", '"plain"'];

    expect(texts.map(readJson)).toEqual(texts.map((text) => ({ ok: true, value: JSON.parse(text) })));
  });

  test("keeps a key named __proto__ as a key", () => {
    const reading = readJson('{"__proto__": {"x": 1}}');

    expect(reading.ok && Object.keys(reading.value as object)).toEqual(["__proto__"]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test.each([
    ["", "Line 1, column 1: nothing is written here; write a JSON value, such as {}."],
    ['{"a": }', 'Line 1, column 7: a value is expected, not "}".'],
    ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: a comma or "}" is expected.'],
    ["[1, 2", 'Line 1, column 6: a comma or "]" is expected.'],
    ["[1,]", "Line 1, column 4: nothing follows the last comma; take the comma away."],
    ['{"a": None}', "Line 1, column 7: JSON writes null for None."],
    ["{'a': 1}", 'Line 1, column 2: a key between double quotes (") is expected.'],
    ["['a']", 'Line 1, column 2: a text stands between double quotes (") in JSON.'],
    ['{"a": 1, "a": 2}', 'Line 1, column 10: the key "a" stands twice; keep one.'],
    ["{} x", 'Line 1, column 4: the value ends before "x"; take away what follows it.'],
    [
      "12345678901234567890",
      "Line 1, column 1: a browser cannot carry the number 12345678901234567890 exactly.",
    ],
    ['"open', "Line 1, column 1: this text does not end on its line."],
    ['"a\\q"', "Line 1, column 3: JSON does not know this backslash; write two for a backslash itself."],
    ["constructor", 'Line 1, column 1: a value is expected, not "c".'],
    ["[".repeat(600), "Line 1, column 502: values are nested deeper than 500 levels."],
  ])("says of %j what is wrong and where", (text, sentence) => {
    expect(problem(text)).toBe(sentence);
  });
});

test("a value is written on one line with spaces, or over several", () => {
  const value = { a: [1, "x"], b: {} };

  expect(writeJson(value, "one")).toBe('{"a": [1, "x"], "b": {}}');
  expect(writeJson(value, "several")).toBe(JSON.stringify(value, null, 2));
});
