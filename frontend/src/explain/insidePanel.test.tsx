/** The panel's view of a graph inside of a node, and of a failure that a handler took. */

import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { INTO_DIG, NS } from "../store/testing/inner";
import { committed, logOf, planned } from "../store/testing/log";
import { TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import { ExplainPanel } from "./ExplainPanel";
import { MENDED } from "./testing/attempts";

beforeEach(() => choose({ selectedNode: null }));

function explained(...events: readonly AnyEvent[]): TestServer {
  const log = logOf(...events);
  const server = new TestServer(log).welcome().tellLog(1, log.length);
  render(
    <PageStore value={server.page}>
      <ExplainPanel />
    </PageStore>,
  );
  return server;
}

const panel = () => screen.getByRole("region", { name: "Explain" });

test("with a graph inside looked at, its newest superstep is explained, and there is a way back", async () => {
  const user = userEvent.setup();
  explained(...INTO_DIG);
  act(() => choose({ selectedNode: "dig", inside: "dig" }));

  expect(screen.getByRole("heading", { name: "Supersteps of dig" })).toBeVisible();
  expect(panel()).toHaveTextContent("drill is planned");

  await user.click(screen.getByRole("button", { name: "Back to the graph" }));

  expect(panel()).toHaveTextContent("dig is planned");
});

test("a node's name in it chooses that node inside", async () => {
  const user = userEvent.setup();
  explained(...INTO_DIG);
  act(() => choose({ selectedNode: "dig", inside: "dig" }));

  await user.click(within(panel()).getByRole("button", { name: "drill" }));

  expect(ui.getState()).toMatchObject({ selectedNode: "dig|drill", inside: "dig" });
});

test("what a graph did in an earlier superstep of the root is told there, with the way to it", async () => {
  const user = userEvent.setup();
  const server = explained(
    ...INTO_DIG,
    { ...committed(1, { at: "i1", from: "i0" }), ns: NS },
    committed(1, { at: "c1", from: "c0", due: ["report"] }),
    planned(2, "report"),
    committed(2, { at: "c2", from: "c1" }),
  );
  act(() => choose({ selectedNode: "dig", inside: "dig" }));

  await user.click(screen.getByRole("button", { name: "Show step 1" }));

  expect(server.page.state.get().shown.entry?.step).toBe(1);
});

test("a graph that has not run says how it is entered", () => {
  explained(...INTO_DIG);
  act(() => choose({ selectedNode: "dig|sift", inside: "dig|sift" }));

  expect(panel()).toHaveTextContent("This graph has not run yet.");
});

test("a failure that a handler took is not told as refused", () => {
  explained(...MENDED.map(({ event }) => event));

  expect(within(panel()).getByRole("heading", { name: "Failed, and handled" })).toBeVisible();
  expect(within(panel()).queryByRole("heading", { name: "Refused" })).toBeNull();
});
