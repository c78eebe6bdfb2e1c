import { describe, expect, test } from "vitest";
import { formOf } from "./schema";
import { readInput, startingText, withArticle, withField } from "./values";

const schema = JSON.stringify({
  type: "object",
  title: "State",
  properties: {
    question: { type: "string", title: "Question" },
    depth: { type: "integer" },
    ratio: { anyOf: [{ type: "number" }, { type: "null" }] },
    urgent: { type: "boolean", description: "Skips the queue." },
    mood: { $ref: "#/$defs/Mood" },
    findings: { type: "array", items: { type: "string" } },
    mixed: { anyOf: [{ type: "string" }, { type: "integer" }] },
    person: { $ref: "#/$defs/Person" },
    free: {},
  },
  $defs: {
    Mood: { enum: ["calm", "cross"], type: "string" },
    Person: { type: "object", properties: { name: { type: "string" } } },
  },
});
const form = formOf(schema);

describe("formOf", () => {
  test("gives each property the control that its type asks for", () => {
    const made = form.whole ? [] : form.fields.map((field) => [field.key, field.kind, field.type]);

    expect(made).toEqual([
      ["question", "text", "text"],
      ["depth", "integer", "integer"],
      ["ratio", "number", "number or null"],
      ["urgent", "boolean", "yes or no"],
      ["mood", "choice", "a choice"],
      ["findings", "json", "list of text"],
      ["mixed", "json", "text or integer"],
      ["person", "json", "object"],
      ["free", "json", "any value"],
    ]);
  });

  test("makes one box of a schema that is not an object with properties", () => {
    expect(formOf('{"type": "array", "items": {"type": "integer"}}')).toEqual({
      whole: true,
      type: "list of integer",
      empty: [],
    });
  });

  test.each([[null], ["not json"], ["[]"]])("makes a box for anything of the schema %j", (text) => {
    expect(formOf(text)).toEqual({ whole: true, type: "any value", empty: null });
  });

  test("ends on a schema that refers to itself", () => {
    const endless = formOf(
      '{"$defs": {"A": {"$ref": "#/$defs/A"}}, "properties": {"a": {"$ref": "#/$defs/A"}}}',
    );

    expect(endless.whole ? [] : endless.fields.map((field) => field.kind)).toEqual(["json"]);
  });
});

describe("startingText", () => {
  test("prefers the last input, then the document's own, then the schema's empty values", () => {
    const texts = [
      startingText({ last: '{"a": 1}', prefill: '{"a": 2}', form }),
      startingText({ last: null, prefill: '{"a": 2}', form }),
      startingText({ last: null, prefill: null, form }),
    ];

    expect(texts).toEqual([
      '{"a": 1}',
      '{"a": 2}',
      '{"question": "", "depth": 0, "ratio": null, "urgent": false, "mood": "calm", "findings": [], ' +
        '"mixed": "", "person": {}, "free": null}',
    ]);
  });
});

describe("withField", () => {
  test("changes one key and keeps the order and the layout of the rest", () => {
    expect(withField('{"question": "a", "depth": 1}', "question", "b")).toBe('{"question": "b", "depth": 1}');
    expect(withField('{\n"depth": 1}', "depth", 2)).toBe('{\n  "depth": 2\n}');
  });

  test("adds a key that was not there and takes one away", () => {
    expect(withField('{"depth": 1}', "urgent", true)).toBe('{"depth": 1, "urgent": true}');
    expect(withField('{"depth": 1, "urgent": true}', "depth", undefined)).toBe('{"urgent": true}');
  });
});

describe("readInput", () => {
  test("says where a text stops being JSON", () => {
    expect(readInput('{"question": }', form)).toEqual({
      ok: false,
      problem: 'Line 1, column 14: a value is expected, not "}".',
    });
  });

  test("tells of keys that no channel takes and of values of another type", () => {
    const reading = readInput('{"question": 3, "qestion": "a", "ratio": null, "mood": "calm"}', form);

    expect(reading.ok && reading.notes).toEqual([
      '"question" should be text.',
      '"qestion" is not in the input schema, so no channel takes it.',
    ]);
  });

  test.each([
    ["integer", "an integer"],
    ["list of text", "a list of text"],
    ["number or null", "a number or null"],
    ["text", "text"],
  ])("names %s with its article", (type, expected) => {
    expect(withArticle(type)).toBe(expected);
  });

  test("tells that an object is expected when the text is another value", () => {
    const reading = readInput("[1]", form);

    expect(reading.ok && reading.notes).toEqual([
      "The graph expects an object with the keys of its input schema.",
    ]);
  });
});
