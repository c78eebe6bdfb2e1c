import { ChangeSet, type Text } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { unitsOf } from "../base/codePoints";
import { settled } from "../store/testing/server";
import { SharedText, textOf } from "./shared";
import { TestDesk } from "./testing/desk";

/** A server, and an editor without a window. */
class Desk extends TestDesk {
  readonly editor: SharedText;
  shown: Text;
  readonly #due: (() => void)[] = [];

  constructor(text: string) {
    super(text);
    this.shown = textOf(text);
    const { state } = this.page;
    const document = state.get().document;
    if (document === null) {
      throw new Error("The frame brought no document.");
    }
    this.editor = new SharedText({
      page: this.page,
      document,
      author: "editor",
      apply: (changes) => {
        this.shown = changes.apply(this.shown);
      },
      later: (then) => {
        this.#due.push(then);
        return () => void this.#due.splice(this.#due.indexOf(then) >>> 0, 1);
      },
    });
    state.watch(
      (now) => now.document,
      () => this.editor.catchUp(),
    );
  }

  /** A person types here. */
  type(at: number, inserted: string, { removed = 0, time = 0 } = {}): void {
    const changes = ChangeSet.of({ from: at, to: at + removed, insert: inserted }, this.shown.length, "\n");
    this.shown = changes.apply(this.shown);
    this.editor.typed(changes, time);
  }

  /** A person has stopped typing for a moment. */
  async pause(): Promise<void> {
    for (const then of this.#due.splice(0)) {
      then();
    }
    await settled();
  }

  get waiting(): number {
    return this.#due.length;
  }
}

describe("what is typed", () => {
  test("is told after a pause, all of it as one change", async () => {
    const desk = new Desk("a = 1\n");

    desk.type(5, "2");
    desk.type(6, "3");
    expect(desk.typed).toEqual([]);
    await desk.pause();

    expect(desk.typed.map(({ changes }) => changes)).toEqual([[{ start: 5, end: 5, text: "23" }]]);
    expect(desk.text).toBe("a = 123\n");
    expect(desk.shown.toString()).toBe("a = 123\n");
  });

  test("is told at once when somebody waits for it", async () => {
    const desk = new Desk("a");

    desk.type(1, "b");
    await desk.editor.tell();

    expect(desk.text).toBe("ab");
    expect(desk.editor.tell()).toBeNull();
  });

  test("counts code points on the wire, where the text has signs of two units", async () => {
    const desk = new Desk('mood = "😀"\n');

    desk.type(10, "!🎉");
    await desk.pause();

    expect(desk.typed[0]?.changes).toEqual([{ start: 9, end: 9, text: "!🎉" }]);
    expect(desk.text).toBe('mood = "😀!🎉"\n');
  });

  test("joins the typing before it when it follows at once, and not after a rest or somebody else's change", async () => {
    const desk = new Desk("");
    desk.type(0, "a", { time: 1_000 });
    await desk.pause();
    desk.type(1, "b", { time: 1_300 });
    await desk.pause();
    desk.type(2, "c", { time: 9_000 });
    await desk.pause();
    desk.change(0, 0, "x");
    desk.type(4, "d", { time: 9_100 });
    await desk.pause();

    expect(desk.typed.map(({ joins }) => joins)).toEqual([false, true, false, false]);
    expect(desk.text).toBe("xabcd");
  });

  test("joins what is told while it is typed, unless somebody else's change comes between", async () => {
    const desk = new Desk("");
    desk.isSlow = true;
    desk.type(0, "a");
    await desk.pause();
    desk.type(1, "b");
    await desk.answerNow();
    desk.isSlow = true;
    desk.type(2, "c");
    await desk.pause();
    desk.type(3, "d");
    const answered = desk.answerNow();
    desk.change(0, 0, "x");
    await answered;
    await desk.pause();

    expect(desk.typed.at(1)?.joins).toBe(true);
    expect(desk.typed.at(-1)?.joins).toBe(false);
    expect(desk.text).toBe("xabcd");
  });

  test("is told in pieces where it is longer than a span of the wire may be", async () => {
    const desk = new Desk("ab");
    const long = `${"x".repeat(199_999)}😀${"y".repeat(10)}`;

    desk.type(1, long);
    await desk.pause();

    expect(desk.typed[0]?.changes.map(({ text }) => text.length)).toEqual([199_999, 12]);
    expect(desk.text).toBe(`a${long}b`);
  });
});

describe("others' changes", () => {
  test("come around what is typed and not told", async () => {
    const desk = new Desk("one\ntwo\n");

    desk.type(7, "!");
    desk.change(0, 0, "zero\n");
    expect(desk.shown.toString()).toBe("zero\none\ntwo!\n");
    await desk.pause();

    expect(desk.text).toBe("zero\none\ntwo!\n");
  });

  test("that were first make typing be told again, with what was typed meanwhile", async () => {
    const desk = new Desk("one\ntwo\n");
    desk.isSlow = true;
    desk.type(7, "!");
    await desk.pause();
    desk.change(0, 3, "1");
    desk.type(8, "?");
    await desk.answerNow();
    await desk.pause();

    expect(desk.text).toBe("1\ntwo!?\n");
    expect(desk.typed.map(({ joins }) => joins)).toEqual([false, false]);
    expect(desk.shown.toString()).toBe(desk.text);
  });

  test("are found in a text that came whole", async () => {
    const desk = new Desk("one\ntwo\nthree\n");
    desk.type(13, "!");

    desk.revision = 7;
    desk.text = "one\n2\nthree\n";
    desk.tellWhole();
    expect(desk.shown.toString()).toBe("one\n2\nthree!\n");
    await desk.pause();

    expect(desk.text).toBe("one\n2\nthree!\n");
  });
});

test("a server that was started anew counts from the beginning, and nothing that was typed is lost", async () => {
  const desk = new Desk("one\n");
  desk.type(3, "!");
  await desk.pause();
  desk.type(4, "?");

  desk.revision = 1;
  desk.text = "zero\none!\n";
  desk.tellWhole();
  expect(desk.shown.toString()).toBe("zero\none!?\n");
  await desk.pause();

  expect(desk.text).toBe("zero\none!?\n");
  expect(desk.typed.at(-1)?.revision).toBe(1);
});

test("what is refused stays in the editor, and is told again only when the document stands otherwise", async () => {
  const desk = new Desk("a");
  desk.refusal = "The file changed; resolve the conflict first.";
  desk.type(1, "b");
  await desk.pause();
  expect([desk.text, desk.shown.toString(), desk.waiting]).toEqual(["a", "ab", 0]);

  desk.refusal = null;
  desk.tellWhole();
  await desk.pause();

  expect(desk.text).toBe("ab");
});

test("many random changes here and elsewhere end in one text", async () => {
  let seed = 7;
  const chance = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const desk = new Desk("x = 1\ny = 2\n");
  const word = () => ["a", "😀", "\n", "pass"][chance(4)] ?? "";
  for (let round = 0; round < 300; round += 1) {
    const act = chance(4);
    if (act === 0) {
      const points = [...desk.text].length;
      const start = chance(points + 1);
      desk.change(start, Math.min(points, start + chance(4)), word());
    } else if (act === 1) {
      desk.isSlow = chance(2) === 0;
      await desk.pause();
    } else if (act === 2) {
      await desk.answerNow();
    } else {
      const shown = desk.shown.toString();
      desk.type(unitsOf(shown)(chance([...shown].length + 1)), word());
    }
  }
  await desk.answerNow();
  await desk.pause();
  await desk.pause();

  expect(desk.shown.toString()).toBe(desk.text);
});
