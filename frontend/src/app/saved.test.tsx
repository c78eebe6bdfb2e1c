import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { DocumentView } from "../protocol/generated";
import { DOCUMENT_VIEW, documentFrame } from "../store/testing/document";
import { problemOf, TestServer } from "../store/testing/server";
import { PageStore } from "../store/useStore";
import { SavedSign } from "./SavedSign";
import { savedLine } from "./savedLine";

const FAULT = problemOf("A bracket is not closed.");
const CONFLICT = { text: "", diff: "" };

test.each<[string, Partial<DocumentView>, string]>([
  ["an opened file", {}, "saved"],
  ["edits", { revision: 2 }, "edited, saved to the file"],
  ["edits on their way", { revision: 2, saved: false }, "being saved"],
  ["edits that wait for a word", { saved: false, autosave: false }, "not saved"],
  [
    "a failure",
    { saved: false, trouble: problemOf("The disk is full.") },
    "saving failed: The disk is full.",
  ],
  ["a locked file", { readOnly: "It may not be written." }, "read-only: It may not be written."],
  ["a conflict", { saved: false, conflict: CONFLICT }, "changed elsewhere, too"],
])("%s is told in one line", (_what, view, line) => {
  expect(savedLine({ ...DOCUMENT_VIEW, ...view }, null).line).toBe(line);
});

test("a text that does not parse is not saved by itself, and can be saved all the same", async () => {
  const user = userEvent.setup();
  const server = new TestServer().welcome();
  render(
    <PageStore value={server.page}>
      <SavedSign />
    </PageStore>,
  );

  act(() => {
    server.tell(documentFrame({ text: "f(", revision: 1, view: { saved: false } }));
    server.tell({ frame: "drawing", revision: 1, drawing: null, fault: FAULT });
  });
  expect(screen.getByRole("status", { name: "File" })).toHaveTextContent("not saved: it does not parse");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(server.asked).toEqual([{ type: "document.save" }]);
});
