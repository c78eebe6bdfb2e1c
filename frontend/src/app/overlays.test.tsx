import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import { runInput } from "../store/input";
import { documentFrame } from "../store/testing/document";
import { TestServer } from "../store/testing/server";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import { Overlays } from "./Overlays";
import { windowActsOf } from "./windowActs";
import { openOverlay, windowState } from "./windowState";

const DIFF = "--- graph.py\n+++ graph.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n";

beforeEach(() => openOverlay(null));

function opened(): TestServer {
  const server = new TestServer().welcome();
  server.tell(documentFrame({ text: "x = 2\n", revision: 4, view: { undo: "Typing" } }));
  const { page } = server;
  const context = { page, input: runInput.getState, newThread: () => "t", window: windowActsOf(page) };
  render(
    <PageStore value={page}>
      <Overlays commands={{ list: [], context }} />
    </PageStore>,
  );
  return server;
}

test("the last change is shown with signs, named, and can be undone from there", async () => {
  const user = userEvent.setup();
  const server = opened();
  server.accepted = { ...NOTHING_MORE, diff: DIFF };

  act(() => openOverlay({ kind: "change" }));
  const lines = await screen.findByRole("region", { name: "Change of the file" });
  await user.click(screen.getByRole("button", { name: "Undo" }));

  expect(lines).toHaveTextContent("−removed: x = 1");
  expect(lines).toHaveTextContent("+added: x = 2");
  expect(screen.getByText("Typing")).toBeVisible();
  expect(server.asked).toContainEqual({ type: "document.undo", revision: 4 });
});

test("a conflict asks by itself, shows both, and goes when it is resolved", async () => {
  const user = userEvent.setup();
  const server = opened();

  const view = { saved: false, conflict: { text: "x = 1\n", diff: DIFF } };
  act(() => server.tell(documentFrame({ revision: 4, view })));
  const dialog = screen.getByRole("dialog", { name: "Conflict" });
  expect(dialog).toHaveTextContent("graph.py was changed by something else");
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  act(() => server.tell(documentFrame({ revision: 4 })));

  expect(server.asked).toEqual([{ type: "document.resolve", keep: "mine" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a conflict that is put off does not come back by itself", async () => {
  const user = userEvent.setup();
  const server = opened();
  const conflict = { text: "x = 1\n", diff: DIFF };
  act(() => server.tell(documentFrame({ revision: 4, view: { conflict } })));

  await user.click(screen.getByRole("button", { name: "Decide later" }));
  act(() => server.tell(documentFrame({ revision: 4, view: { conflict: { ...conflict } } })));

  expect(windowState.getState().overlay).toBeNull();
});

test("there is nothing to take from a file that is gone", () => {
  const server = opened();

  act(() => server.tell(documentFrame({ revision: 4, view: { conflict: { text: null, diff: DIFF } } })));

  expect(screen.getByRole("button", { name: "Take the file’s" })).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("dialog")).toHaveTextContent("was deleted or renamed");
});
