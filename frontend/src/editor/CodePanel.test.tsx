import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "../store/page";
import { goToLine } from "../store/place";
import { compiled, logOf } from "../store/testing/log";
import { TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import { CodePanel } from "./CodePanel";

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

/** A page whose server reads out `TEXT`, with two nodes in it. */
function pageWithSource(): Page {
  const graph = compiled(["first", "second"], []);
  const nodes = graph.nodes.map((node, index) => ({ ...node, line: 3 + 3 * index, endLine: 4 + 3 * index }));
  const { page } = new TestServer(logOf({ ...graph, nodes })).welcome().tellLog(1, 1);
  const source = { path: "/home/me/graph.py", text: TEXT, sourceHash: "0", problems: [] };
  return { ...page, http: { ...page.http, source: () => Promise.resolve(source) } };
}

async function opened(): Promise<void> {
  render(
    <PageStore value={pageWithSource()}>
      <CodePanel />
    </PageStore>,
  );
  await waitFor(() => expect(screen.getByText("operator")).toBeVisible());
}

function chosenLines(): readonly (string | null)[] {
  return [...document.querySelectorAll(".stepgraph-chosen")].map((line) => line.textContent);
}

test("the document is shown, read-only and named", async () => {
  await opened();

  expect(screen.getByRole("region", { name: "Code" })).toHaveTextContent("import operator");
  expect(screen.getByRole("textbox", { name: "Source, read-only" })).toHaveAttribute("aria-readonly", "true");
});

test("the lines of the chosen node stand out", async () => {
  await opened();

  act(() => choose({ selectedNode: "second" }));

  await waitFor(() => expect(chosenLines()).toEqual(["def second(state):", "    return {}"]));
  expect(screen.getByRole("region", { name: "Code" })).toHaveTextContent("lines 6–7");
});

test("each node can be gone to from the head", async () => {
  await opened();

  const head = screen.getByRole("combobox", { name: "Go to node" });
  expect([...head.querySelectorAll("option")].map((option) => option.textContent)).toEqual([
    "graph.py",
    "first",
    "second",
  ]);
});

test("a line that is asked for opens the Code tab", () => {
  choose({ sideTab: "explain" });

  goToLine(12);

  expect(ui.getState().sideTab).toBe("code");
});
