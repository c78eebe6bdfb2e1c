/** Reading JSON that a person typed: the value, or what is wrong, where, and what to write instead. */

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What is wrong with a text. Lines and columns count from 1. */
export interface JsonProblem {
  readonly sentence: string;
  readonly line: number;
  readonly column: number;
}

/** A text is JSON, or it is not. */
export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: JsonProblem };

const DEEPEST = 500;
const LARGEST = Number.MAX_SAFE_INTEGER;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
const WORD = /[A-Za-z_]+/y;
const LITERALS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
const FROM_PYTHON: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

/** Stops the reading at one place of the text. */
class Stop extends Error {
  readonly at: number;

  constructor(at: number, sentence: string) {
    super(sentence);
    this.at = at;
  }
}

/** Read a whole text as one JSON value. */
export function readJson(text: string): JsonReading {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.whole() };
  } catch (stop) {
    if (stop instanceof Stop) {
      return { ok: false, problem: { sentence: stop.message, ...place(text, stop.at) } };
    }
    throw stop;
  }
}

/** The problem as one sentence with its place, for a line below a text box. */
export function placed(problem: JsonProblem): string {
  return `Line ${problem.line}, column ${problem.column}: ${problem.sentence}`;
}

/** Write a value as JSON: on one line with spaces as Python writes it, or over several lines. */
export function writeJson(value: Json, lines: "one" | "several"): string {
  if (lines === "several") {
    return JSON.stringify(value, null, 2);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item: Json) => writeJson(item, "one")).join(", ")}]`;
  }
  if (isJsonObject(value)) {
    const items = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${writeJson(item, "one")}`,
    );
    return `{${items.join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** Whether a value is an object with keys. */
export function isJsonObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function place(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** One walk over a text. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    this.#space();
    if (this.#at === this.#text.length) {
      this.#stop("nothing is written here; write a JSON value, such as {}.");
    }
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) {
      this.#stop(`the value ends before "${this.#here()}"; take away what follows it.`);
    }
    return value;
  }

  #value(depth: number): Json {
    if (depth > DEEPEST) {
      this.#stop(`values are nested deeper than ${DEEPEST} levels.`);
    }
    switch (this.#here()) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      case "'":
        return this.#stop('a text stands between double quotes (") in JSON.');
      default:
        return this.#number() ?? this.#literal();
    }
  }

  #object(depth: number): Json {
    const entries = new Map<string, Json>();
    this.#list("}", () => {
      if (this.#here() !== '"') {
        this.#stop('a key between double quotes (") is expected.');
      }
      const start = this.#at;
      const key = this.#string();
      if (entries.has(key)) {
        this.#at = start;
        this.#stop(`the key "${key}" stands twice; keep one.`);
      }
      this.#space();
      this.#take(":", `a colon is expected after the key "${key}".`);
      this.#space();
      entries.set(key, this.#value(depth + 1));
    });
    // fromEntries makes plain keys even of "__proto__".
    return Object.fromEntries(entries);
  }

  #array(depth: number): Json {
    const items: Json[] = [];
    this.#list("]", () => items.push(this.#value(depth + 1)));
    return items;
  }

  /** Read items between the bracket here and its end. */
  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#space();
    while (this.#here() !== end) {
      item();
      this.#space();
      if (this.#here() === end) {
        break;
      }
      this.#take(",", `a comma or "${end}" is expected.`);
      this.#space();
      if (this.#here() === end) {
        this.#stop("nothing follows the last comma; take the comma away.");
      }
    }
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    for (this.#at += 1; this.#here() !== '"'; this.#at += 1) {
      if (this.#here() < " ") {
        this.#at = start;
        this.#stop("this text does not end on its line.");
      }
      if (this.#here() === "\\") {
        this.#escape();
      }
    }
    this.#at += 1;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  /** Pass over a backslash and what it stands with, up to its last character. */
  #escape(): void {
    if (this.#match(ESCAPE) === undefined) {
      this.#stop("JSON does not know this backslash; write two for a backslash itself.");
    }
    this.#at -= 1;
  }

  #number(): number | undefined {
    const start = this.#at;
    const found = this.#match(NUMBER);
    if (found === undefined) {
      return undefined;
    }
    const value = Number(found);
    if (!Number.isFinite(value) || (/^-?\d+$/.test(found) && Math.abs(value) > LARGEST)) {
      this.#at = start;
      this.#stop(`a browser cannot carry the number ${found.slice(0, 40)} exactly.`);
    }
    return value;
  }

  #literal(): Json {
    const start = this.#at;
    const word = this.#match(WORD) ?? "";
    const value = LITERALS[word];
    if (value !== undefined && Object.hasOwn(LITERALS, word)) {
      return value;
    }
    this.#at = start;
    const meant = Object.hasOwn(FROM_PYTHON, word) ? FROM_PYTHON[word] : undefined;
    return this.#stop(
      meant === undefined
        ? `a value is expected, not ${this.#found()}.`
        : `JSON writes ${meant} for ${word}.`,
    );
  }

  #found(): string {
    return this.#at < this.#text.length ? `"${this.#here()}"` : "the end of the text";
  }

  #take(character: string, otherwise: string): void {
    if (this.#here() !== character) {
      this.#stop(otherwise);
    }
    this.#at += 1;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #here(): string {
    return this.#text.charAt(this.#at);
  }

  #stop(sentence: string): never {
    throw new Stop(this.#at, sentence);
  }
}
