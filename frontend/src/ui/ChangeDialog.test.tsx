import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import type { AnyGesture } from "../protocol/generated";
import { documentView, drawnGraph, opened } from "../store/testing/drawn";
import { TestServer } from "../store/testing/server";
import { PageStore } from "../store/useStore";
import { ChangeDialog } from "./ChangeDialog";
import "./testing/modal";

const GESTURE: AnyGesture = { type: "field.delete", name: "plan" };

function diffOf(line: string): string {
  return `--- a\n+++ b\n@@ -1 +1 @@\n-text\n+${line}\n`;
}

interface Shown {
  gesture?: AnyGesture | null;
  blocked?: string | null;
  refusal?: string | null;
}

function dialog({ gesture = GESTURE, blocked = null, refusal = null }: Shown = {}) {
  const server = new TestServer().welcome();
  server.tell(...opened(drawnGraph()));
  server.refusal = refusal;
  server.accepted = { ...NOTHING_MORE, diff: diffOf("first") };
  const told: string[] = [];
  const view = (now: AnyGesture | null) => (
    <PageStore value={server.page}>
      <ChangeDialog
        name="Delete plan"
        gesture={now}
        blocked={blocked}
        onMade={() => told.push("made")}
        onClose={() => told.push("closed")}
      />
    </PageStore>
  );
  const { rerender } = render(view(gesture));
  return { server, told, show: (now: AnyGesture | null) => rerender(view(now)) };
}

test("it shows what would change, and changes nothing by that", async () => {
  const { server } = dialog();

  expect(await screen.findByText("first")).toBeVisible();

  expect(server.asked).toEqual([
    { type: "document.edit", revision: 1, graph: "graph", gesture: GESTURE, dry: true },
  ]);
});

test("Apply makes the change, says so and closes", async () => {
  const user = userEvent.setup();
  const { server, told } = dialog();

  await user.click(screen.getByRole("button", { name: "Apply" }));

  await waitFor(() => expect(told).toEqual(["made", "closed"]));
  expect(server.asked.at(-1)).toMatchObject({ gesture: GESTURE, dry: false });
});

test("a change that would be refused says why, and cannot be applied", async () => {
  const user = userEvent.setup();
  const { server, told } = dialog({ refusal: "There is no field plan." });
  expect(await screen.findByRole("alert")).toHaveTextContent("There is no field plan.");
  const before = server.asked.length;

  await user.click(screen.getByRole("button", { name: "Apply" }));

  expect(server.asked).toHaveLength(before);
  expect(told).toEqual([]);
  expect(server.page.state.get().refusal).toBeNull();
});

test("a document that changed under it is asked anew", async () => {
  const { server } = dialog();
  await screen.findByText("first");
  server.accepted = { ...NOTHING_MORE, diff: diffOf("second") };

  act(() =>
    server.tell({
      frame: "document",
      view: documentView({ revision: 2 }),
      text: null,
      base: 1,
      changes: [{ start: 0, end: 0, text: "# " }],
      author: null,
      cause: "typed",
    }),
  );

  expect(await screen.findByText("second")).toBeVisible();
  expect(screen.queryByText("first")).toBeNull();
});

test("a refusal is forgotten when something else is chosen", async () => {
  const { server, show } = dialog({ refusal: "There is no field plan." });
  await screen.findByRole("alert");
  server.refusal = null;

  show({ type: "field.delete", name: "notes" });

  expect(await screen.findByText("first")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is blocked is not asked at all", async () => {
  const user = userEvent.setup();
  const { server } = dialog({ blocked: "The file is read-only." });
  const button = screen.getByRole("button", { name: "Apply" });

  await user.click(button);

  expect(button.title).toBe("The file is read-only.");
  expect(screen.getByText("The file is read-only.")).toBeVisible();
  expect(server.asked).toEqual([]);
});
