import { describe, expect, test } from "vitest";
import type { DocumentFrame, DrawingFrame } from "../protocol/generated";
import { type DocumentState, documentAfter, drawnGraphIn } from "./document";
import { NOTHING, type PageState } from "./state";
import { documentFrame, drawingFrame, drawnGraph, drawnNode } from "./testing/document";
import { compiled } from "./testing/log";
import { problemOf, SESSION, TestServer } from "./testing/server";

function opened(text: string): DocumentState {
  const state = documentAfter(null, documentFrame({ text }));
  if (state === null) {
    throw new Error("A whole text always makes a document.");
  }
  return state;
}

/** A change from one revision to the next. */
function change(base: number, start: number, end: number, text: string): DocumentFrame {
  return documentFrame({
    revision: base + 1,
    base,
    changes: [{ start, end, text }],
    cause: "typed",
    author: "me",
  });
}

function following(state: DocumentState, ...frames: readonly DocumentFrame[]): DocumentState | null {
  return frames.reduce<DocumentState | null>((now, frame) => documentAfter(now, frame), state);
}

describe("the text", () => {
  test("follows changes, which count code points, and keeps their trail", () => {
    const state = following(opened("😀 = 1\n"), change(0, 4, 5, "22"), change(1, 0, 1, "x"));

    expect(state?.text).toBe("x = 22\n");
    expect(state?.view.revision).toBe(2);
    expect(state?.trail.map(({ revision, author }) => [revision, author])).toEqual([
      [1, "me"],
      [2, "me"],
    ]);
  });

  test("cannot be known when a change before it is missing", () => {
    expect(documentAfter(opened("a"), change(3, 0, 0, "b"))).toBeNull();
    expect(documentAfter(null, change(0, 0, 0, "b"))).toBeNull();
  });

  test("is the same when only its standing is told", () => {
    const state = opened("a");

    const saved = documentAfter(state, documentFrame({ view: { saved: false }, cause: "saved" }));

    expect(saved).toEqual({ ...state, view: { ...state.view, saved: false } });
  });

  test("begins a new trail when it comes whole", () => {
    const state = following(opened("a"), change(0, 1, 1, "b"), documentFrame({ revision: 9, text: "c" }));

    expect([state?.text, state?.trail]).toEqual(["c", []]);
  });

  test("keeps the newest of a long trail, without a gap", () => {
    const frames = Array.from({ length: 500 }, (_, base) => change(base, 0, 0, "x"));

    const state = following(opened(""), ...frames);
    const revisions = state?.trail.map(({ revision }) => revision) ?? [];

    expect(state?.text).toHaveLength(500);
    expect(revisions.at(-1)).toBe(500);
    expect(
      revisions.every((revision, index) => index === 0 || revision === (revisions[index - 1] ?? 0) + 1),
    ).toBe(true);
  });
});

describe("the drawing", () => {
  const fault: DrawingFrame = { ...drawingFrame(2), drawing: null, fault: problemOf("It does not parse.") };

  test("stays while the text cannot be read, and says why it is old", () => {
    const drawn = documentAfter(opened("a"), drawingFrame(1, drawnGraph()));
    const state = documentAfter(drawn, fault);

    expect(state?.drawing).toBe(drawn?.drawing);
    expect([state?.drawingRevision, state?.fault?.sentence]).toEqual([1, "It does not parse."]);
  });

  test("has no fault once the text can be read again", () => {
    const state = documentAfter(documentAfter(opened("a"), fault), drawingFrame(3, drawnGraph()));

    expect([state?.drawingRevision, state?.fault]).toEqual([3, null]);
  });

  test("is of the graph that the session names, by any of its names, else of the first", () => {
    const graphs = [
      drawnGraph({ name: "main", nodes: [drawnNode("a")] }),
      drawnGraph({ name: "review", builder: "builder_2", compiled: "app", function: "make" }),
    ];
    const document = documentAfter(opened("a"), drawingFrame(0, ...graphs));
    const graphNamed = (graph: string | null) => {
      const state: PageState = { ...NOTHING, document, session: { ...SESSION, graph } };
      return drawnGraphIn(state)?.name;
    };

    expect(["review", "builder_2", "app", "make", "nobody", null].map(graphNamed)).toEqual([
      "review",
      "review",
      "review",
      "review",
      "main",
      "main",
    ]);
  });

  test("is that which a langgraph.json means by another name", () => {
    const graphs = ["first", "second"].map((name) => drawnGraph({ name, nodes: [drawnNode("a")] }));
    const view = { target: "/home/me/graph.py", graph: "second" };
    const opened = documentAfter(null, documentFrame({ text: "a", view }));
    const document = documentAfter(opened, drawingFrame(0, ...graphs));
    const live = { ...NOTHING.live, graph: compiled(["a"], []) };

    const drawn = drawnGraphIn({ ...NOTHING, document, live, session: { ...SESSION, graph: "agent" } });

    expect(drawn?.name).toBe("second");
  });

  test("is of no text where a function runs, and the text's only graph is one that it calls", () => {
    const graphs = [drawnGraph({ name: "inner", builder: "b", compiled: "sub", nodes: [drawnNode("a")] })];
    const document = documentAfter(opened("a"), drawingFrame(0, ...graphs));
    const drawnOf = (graph: string, ...nodes: readonly string[]) => {
      const live = { ...NOTHING.live, graph: compiled(nodes, []) };
      return drawnGraphIn({ ...NOTHING, document, live, session: { ...SESSION, graph } })?.name;
    };

    expect(drawnOf("flow", "flow")).toBeUndefined();
    expect([drawnOf("agent", "a"), drawnOf("agent"), drawnOf("sub", "flow")]).toEqual([
      "inner",
      "inner",
      "inner",
    ]);
  });

  test("is of the graph that the text says is opened, where the session names none", () => {
    const graphs = ["inner", "main"].map((name) => drawnGraph({ name, nodes: [drawnNode("a")] }));
    const frame = drawingFrame(0, ...graphs);
    const drawing = frame.drawing && { ...frame.drawing, opens: "main" };
    const document = documentAfter(opened("a"), { ...frame, drawing });

    expect(drawnGraphIn({ ...NOTHING, document, session: { ...SESSION, graph: null } })?.name).toBe("main");
  });
});

test("places are known by graph", () => {
  const graphs = [{ graph: "main", positions: { plan: { x: 4, y: 8 } } }];

  const state = documentAfter(opened("a"), { frame: "arrangement", graphs });

  expect(state?.places.get("main")).toEqual({ plan: { x: 4, y: 8 } });
});

test("a page that missed a change asks for everything again", () => {
  const server = new TestServer().welcome();
  server.tell(documentFrame({ text: "a" }));

  server.tell(change(4, 0, 0, "b"));

  expect(server.resyncs).toBe(1);
});
