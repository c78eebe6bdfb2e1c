import { expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import type { Accepted, AnyCommand } from "../protocol/generated";
import { Refused } from "../protocol/http";
import { edit, undo } from "./drawing";
import type { Page } from "./page";
import { documentFrame, drawingFrame, drawnGraph } from "./testing/document";
import { problemOf, settled, TestServer } from "./testing/server";
import { choose, ui } from "./ui";

const ADD = { type: "node.add", name: "plan" } as const;
const OUTDATED = new Refused({ ...problemOf("It was changed."), code: "document.revision" });

function opened(): TestServer {
  const server = new TestServer().welcome();
  server.tell(documentFrame({ text: "a", revision: 3 }), drawingFrame(3, drawnGraph({ name: "main" })));
  choose({ selectedNodes: [] });
  return server;
}

/** A page whose answers come from a list; a refusal is thrown. */
function answering(page: Page, asked: AnyCommand[], ...answers: readonly (Accepted | Refused)[]): Page {
  return {
    ...page,
    async ask(command) {
      const answer = answers[asked.push(command) - 1] ?? NOTHING_MORE;
      if (answer instanceof Refused) {
        throw answer;
      }
      return answer;
    },
  };
}

test("a gesture is for the drawn graph at the newest revision, and selects what it made", async () => {
  const server = opened();
  server.accepted = { ...NOTHING_MORE, select: ["plan"] };

  await edit(server.page, ADD);

  expect(server.asked).toEqual([
    { type: "document.edit", revision: 3, graph: "main", gesture: ADD, dry: false },
  ]);
  expect(ui.getState().selectedNodes).toEqual(["plan"]);
});

test("a gesture that is only looked at selects nothing", async () => {
  const server = opened();
  server.accepted = { ...NOTHING_MORE, select: ["plan"] };

  await edit(server.page, ADD, { dry: true });

  expect(server.asked).toMatchObject([{ dry: true }]);
  expect(ui.getState().selectedNodes).toEqual([]);
});

test("when somebody was faster it is asked once more, and not twice", async () => {
  const { page } = opened();
  const once: AnyCommand[] = [];
  const twice: AnyCommand[] = [];

  await edit(answering(page, once, OUTDATED), ADD);
  const refused = await edit(answering(page, twice, OUTDATED, OUTDATED), ADD);

  expect([once.length, twice.length, refused]).toEqual([2, 2, null]);
});

test("a form that shows the refusal itself spares the page's notice", async () => {
  const server = opened();
  server.refusal = "plan is taken.";
  const told: string[] = [];

  const first = await edit(server.page, ADD, { refused: ({ sentence }) => told.push(sentence) });
  expect([first, told, server.page.state.get().refusal]).toEqual([null, ["plan is taken."], null]);

  await edit(server.page, ADD);
  expect(server.page.state.get().refusal).toBe("plan is taken.");
});

test("what was typed is told first, and no other command overtakes it", async () => {
  const server = opened();
  let tell = (): void => undefined;
  let isTold = false;
  const typed = new Promise<void>((resolve) => {
    tell = () => {
      isTold = true;
      resolve();
    };
  });
  server.page.typing(() => (isTold ? null : typed));

  const done = Promise.all([undo(server.page), server.page.order({ type: "run.step" })]);
  await settled();
  expect(server.asked).toEqual([]);
  tell();
  await done;

  expect(server.asked.map(({ type }) => type).sort()).toEqual(["document.undo", "run.step"]);
});
