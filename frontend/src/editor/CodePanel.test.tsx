import { forEachDiagnostic } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Finding } from "../protocol/generated";
import { goToLine } from "../store/place";
import { codePlaceOf, drawingFrame, drawnGraph, drawnNode } from "../store/testing/document";
import { problemOf, settled } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import { CodePanel } from "./CodePanel";
import { TestDesk } from "./testing/desk";

const TEXT = [
  "import operator",
  "",
  "def first(state):",
  "    return {}",
  "",
  "def second(state):",
  "    return {}",
].join("\n");

// CodeMirror measures text, which has no size here.
Object.assign(Range.prototype, { getClientRects: () => [] });

beforeEach(() => choose({ selectedNode: null, sideTab: "code" }));

const GRAPH = drawnGraph({
  nodes: [
    drawnNode("first", { code: codePlaceOf("first", { line: 3, endLine: 4 }) }),
    drawnNode("second", { code: codePlaceOf("second", { line: 6, endLine: 7 }) }),
  ],
});

/** The panel over a document with two nodes in it. */
async function opened() {
  const desk = new TestDesk(TEXT);
  desk.server.tell(drawingFrame(0, GRAPH));
  const { unmount } = render(
    <PageStore value={desk.page}>
      <CodePanel />
    </PageStore>,
  );
  const view = EditorView.findFromDOM(await screen.findByRole("textbox", { name: /Source/ }));
  if (view === null) {
    throw new Error("The text box is no editor.");
  }
  return { desk, view, close: unmount };
}

function type(view: EditorView, at: number, insert: string): void {
  view.dispatch({ changes: { from: at, insert }, userEvent: "input.type" });
}

function chosenLines(): readonly (string | null)[] {
  return [...document.querySelectorAll(".stepgraph-chosen")].map((line) => line.textContent);
}

describe("the document", () => {
  test("is shown to be edited, and what is typed becomes its text", async () => {
    const { desk, view } = await opened();

    type(view, TEXT.length, "\n");
    await act(() => desk.page.settle());

    expect(screen.getByRole("region", { name: "Code" })).toHaveTextContent("import operator");
    expect(desk.text).toBe(`${TEXT}\n`);
    expect(view.state.doc.toString()).toBe(desk.text);
  });

  test("takes in what others change, and the cursor stays at its word", async () => {
    const { desk, view } = await opened();
    view.dispatch({ selection: { anchor: TEXT.indexOf("second") } });

    act(() => desk.change(0, 0, '"""A survey."""\n\n'));

    expect(view.state.doc.toString()).toBe(desk.text);
    expect(view.state.selection.main.head).toBe(desk.text.indexOf("second"));
  });

  test("is told when the panel is closed in the middle of a word", async () => {
    const { desk, view, close } = await opened();

    type(view, 0, "x");
    close();

    await waitFor(() => expect(desk.text).toBe(`x${TEXT}`));
  });

  test("is come back to at the same place", async () => {
    const { view, close } = await opened();
    view.dispatch({ selection: { anchor: 9 } });
    close();

    const again = await opened();

    expect(again.view.state.selection.main.head).toBe(9);
  });

  test("is undone with the document's own Undo, what was just typed first", async () => {
    const user = userEvent.setup();
    const { desk, view } = await opened();
    type(view, 0, "x");
    act(() => view.focus());

    await user.keyboard("{Control>}z{/Control}");

    await waitFor(() => expect(desk.text).toBe(TEXT));
    expect(desk.asked.map(({ type: kind }) => kind)).toEqual(["document.type", "document.undo"]);
    expect(view.state.doc.toString()).toBe(TEXT);
  });

  test("cannot be edited where it is read-only, and says why", async () => {
    const { desk, view } = await opened();

    act(() => desk.tellWhole({ readOnly: "The file may not be written." }));

    expect(screen.getByRole("textbox", { name: "Source, read-only" })).toHaveAttribute(
      "aria-readonly",
      "true",
    );
    expect(screen.getByText("Read-only: The file may not be written.")).toBeVisible();
    expect(view.state.readOnly).toBe(true);
  });

  test("says why it does not parse, and marks where", async () => {
    const { desk } = await opened();

    const fault = { ...problemOf("A bracket in line 3 is not closed."), line: 3, column: 1 };
    act(() => desk.server.tell({ frame: "drawing", revision: 1, drawing: null, fault }));

    expect(screen.getByRole("status")).toHaveTextContent("A bracket in line 3 is not closed.");
    expect(document.querySelector(".cm-lintRange-error")).toHaveTextContent("def first(state):");
  });

  test("marks that no more once it can be read, before the rules have looked", async () => {
    const { desk } = await opened();
    const fault = { ...problemOf("A bracket in line 3 is not closed."), line: 3, column: 1 };
    act(() => desk.server.tell({ frame: "drawing", revision: 0, drawing: null, fault }));

    act(() => desk.change(0, 0, "\n"));
    act(() => desk.server.tell(drawingFrame(1, GRAPH)));

    expect(document.querySelector(".cm-lintRange-error")).toBeNull();
    expect(screen.queryByRole("status")).toBeNull();
  });
});

describe("a mend", () => {
  const finding: Finding = {
    code: "graph.no_entry",
    severity: "error",
    sentence: "Nothing leads in.",
    graph: null,
    span: { start: 0, end: 6 },
    line: 1,
    column: 1,
    nodes: [],
    channels: [],
    edges: [],
    paths: [],
    mends: [{ title: "Lead in", changes: [{ start: 0, end: 0, text: "x = 1\n" }] }],
  };

  /** Press the mend's button where the text is underlined. */
  function mend(view: EditorView): void {
    forEachDiagnostic(view.state, ({ actions }, from, to) => actions?.[0]?.apply(view, from, to));
  }

  test("is one click in the text, and an edit like any other", async () => {
    const { desk, view } = await opened();
    act(() => desk.server.tell({ frame: "findings", revision: 0, findings: [finding] }));

    act(() => mend(view));
    await settled();

    expect(desk.asked).toMatchObject([{ gesture: { type: "text.replace", title: "Lead in" } }]);
  });

  test("is not made in a text that is another by now", async () => {
    const { desk, view } = await opened();
    act(() => desk.server.tell({ frame: "findings", revision: 0, findings: [finding] }));

    act(() => desk.change(0, 0, "y"));
    act(() => mend(view));
    await settled();

    expect(desk.asked).toEqual([]);
    expect(desk.page.state.get().refusal).toMatch(/^Lead in: the text was changed/);
  });
});

describe("the nodes", () => {
  test("have their lines stand out when one is chosen", async () => {
    await opened();

    act(() => choose({ selectedNode: "second" }));

    await waitFor(() => expect(chosenLines()).toEqual(["def second(state):", "    return {}"]));
    expect(screen.getByRole("region", { name: "Code" })).toHaveTextContent("functionlines 6–7");
  });

  test("are chosen by a click into their function", async () => {
    const { view } = await opened();

    act(() => view.dispatch({ selection: { anchor: TEXT.indexOf("first") }, userEvent: "select.pointer" }));

    expect(ui.getState().selectedNode).toBe("first");
    expect(screen.getByRole("region", { name: "Code" })).toHaveTextContent("functionlines 3–4");
  });

  test("can each be gone to from the head", async () => {
    await opened();

    const head = screen.getByRole("combobox", { name: "Go to node" });
    expect([...head.querySelectorAll("option")].map((option) => option.textContent)).toEqual([
      "graph.py",
      "first",
      "second",
    ]);
  });
});

test("a line that is asked for opens the Code tab", () => {
  choose({ sideTab: "explain" });

  goToLine(12);

  expect(ui.getState().sideTab).toBe("code");
});
