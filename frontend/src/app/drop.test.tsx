import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Refused } from "../protocol/http";
import type { Page } from "../store/page";
import { problemOf, TestServer } from "../store/testing/server";
import { PageStore } from "../store/useStore";
import { useDrop } from "./useDrop";
import { openOverlay, windowState } from "./windowState";

beforeEach(() => openOverlay(null));

function Target() {
  return <p>{useDrop()}</p>;
}

function opened(): TestServer {
  const server = new TestServer().welcome();
  const taken = new Refused({ ...problemOf("It is taken."), code: "document.exists" });
  const page: Page = {
    ...server.page,
    ask: (command) =>
      command.type === "document.create" && command.path === "taken.py"
        ? Promise.reject(taken)
        : server.page.ask(command),
  };
  render(
    <PageStore value={page}>
      <Target />
    </PageStore>,
  );
  return server;
}

/** jsdom knows no drag of files: an event with what a browser puts on it. */
function drag(kind: string, file: File): Event {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ["Files"], files: [file] } });
  return event;
}

function drop(name: string, content: BlobPart): Event {
  const event = drag("drop", new File([content], name));
  act(() => void window.dispatchEvent(event));
  return event;
}

test("a Python file becomes a file of the folder, byte for byte", async () => {
  const server = opened();

  const event = drop("survey.py", "\ufeffx = 1\r\n");

  expect(event.defaultPrevented).toBe(true);
  await waitFor(() =>
    expect(server.asked).toEqual([{ type: "document.create", path: "survey.py", text: "\ufeffx = 1\r\n" }]),
  );
});

test("a name that another text has taken is asked for anew", async () => {
  opened();

  drop("taken.py", "x = 1\n");

  await waitFor(() =>
    expect(windowState.getState().overlay).toEqual({
      kind: "new",
      dropped: { name: "taken.py", text: "x = 1\n" },
    }),
  );
});

test.each([
  ["notes.txt", "x"],
  ["latin.py", new Uint8Array([0xe9])],
] as const)("%s is not taken, and the page says why", async (name, content) => {
  const server = opened();

  drop(name, content);

  await waitFor(() => expect(server.page.state.get().refusal).toMatch(/is no Python file of UTF-8 text/));
  expect(server.asked).toEqual([]);
});

test("the page shows that it takes a file while one is held over it", () => {
  opened();

  act(() => void window.dispatchEvent(drag("dragover", new File([], "a.py"))));

  expect(screen.getByText("over")).toBeVisible();
});
