import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import type { EventFrame } from "../protocol/generated";
import { codePlace } from "../store/place";
import { codePlace as drawnCode, drawnField, drawnGraph, drawnSchema, opened } from "../store/testing/drawn";
import { compiled, logOf, planned, runStarted } from "../store/testing/log";
import { TestServer } from "../store/testing/server";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import { ExplainPanel } from "./ExplainPanel";

beforeEach(() => choose({ selectedNode: null, sideTab: "explain" }));

function explained(name: string, seq: number): TestServer {
  return explainedLog(TRANSCRIPTS.find((one) => one.name === name)?.events ?? [], seq);
}

function explainedLog(log: readonly EventFrame[], seq = log.length): TestServer {
  const server = new TestServer(log).welcome().tellLog(1, seq);
  render(
    <PageStore value={server.page}>
      <ExplainPanel />
    </PageStore>,
  );
  return server;
}

function panel(): HTMLElement {
  return screen.getByRole("region", { name: "Explain" });
}

test("it is a polite live region with a headline and its sections", () => {
  explained("survey", 37);

  expect(panel()).toHaveAttribute("aria-live", "polite");
  expect(within(panel()).getByRole("heading", { name: "Superstep 2 was committed" })).toBeVisible();
  expect(
    within(panel())
      .getAllByRole("heading", { level: 4 })
      .map((head) => head.textContent),
  ).toEqual(["Who ran, and why", "What changed", "What is next"]);
});

test("another superstep, another explanation", () => {
  const server = explained("survey", 24);
  expect(panel()).toHaveTextContent("Superstep 1");

  act(() => void server.tellLog(25, 37));

  expect(panel()).toHaveTextContent("Superstep 2");
});

test("a conflict shows both writers with their values, the code, and ways out that open", async () => {
  const user = userEvent.setup();
  explained("clash", 23);

  const writers = screen.getByRole("list", { name: "Writes to plan" });
  expect(
    within(writers)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([expect.stringContaining('"drill at the mill"'), expect.stringContaining('"drill at the ford"')]);
  expect(panel()).toHaveTextContent("INVALID_CONCURRENT_GRAPH_UPDATE");
  const repairs = within(screen.getByRole("list", { name: "Repairs" })).getAllByRole("listitem");
  const [first, second] = repairs;
  expect(within(first ?? panel()).getByRole("button", { expanded: true })).toBeVisible();

  await user.click(within(second ?? panel()).getByRole("button", { expanded: false }));

  expect(within(second ?? panel()).getByRole("button", { expanded: true })).toBeVisible();
  expect(within(first ?? panel()).getByRole("button", { expanded: false })).toBeVisible();
});

test("a repair that is an edit of the file is looked at, then made", async () => {
  const user = userEvent.setup();
  const server = explained("clash", 23);
  const graph = drawnGraph({ schemas: [drawnSchema("State", [drawnField("plan")])] });
  act(() => server.tell(...opened(graph)));
  server.accepted = { ...NOTHING_MORE, diff: "--- a\n+++ b\n@@ -1 +1 @@\n-text\n+other\n" };

  await user.click(screen.getByRole("button", { name: "Repair the file…" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("other")).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Apply" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.at(-1)).toMatchObject({
    type: "document.edit",
    gesture: { type: "field.merge", name: "plan" },
    dry: false,
  });
  const reducer = drawnCode("operator.add", { kind: "imported", span: null });
  const mended = drawnSchema("State", [drawnField("plan", { kind: "BinaryOperatorAggregate", reducer })]);
  act(() => server.tell(...opened(drawnGraph({ schemas: [mended] }), { revision: 2 })));
  expect(panel()).toHaveTextContent("Made in the file. Restart runs it");
});

test("a node in a sentence chooses the node in every panel", async () => {
  const user = userEvent.setup();
  explained("survey", 37);

  await user.click(within(panel()).getAllByRole("button", { name: "north" })[0] ?? panel());

  expect(ui.getState().selectedNode).toBe("north");
});

test("the lines of a failure lead into the Code tab", async () => {
  const user = userEvent.setup();
  const frame = { path: "graph.py", line: 17, function: "a", text: "1 / 0", inDocument: true };
  explainedLog(
    logOf(compiled(["a"], []), runStarted(), planned(0, "a"), {
      type: "task.failed",
      run: "run-1",
      ns: "",
      step: 0,
      task: "task-a",
      node: "a",
      error: "ZeroDivisionError",
      sentence: "a raised ZeroDivisionError.",
      code: "node.raised",
      traceback: [{ ...frame, path: "library.py", inDocument: false }, frame],
      writes: [],
      durationMs: 1,
    }),
  );

  await user.click(screen.getByRole("button", { name: "graph.py:17" }));

  expect(codePlace.getState().line).toBe(17);
  expect(ui.getState().sideTab).toBe("code");
});

test("before anything happened, it says what will be told here, and the key", () => {
  explained("survey", 1);

  expect(panel()).toHaveTextContent("F10");
});
