import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { EventFrame } from "../protocol/generated";
import { compiled, logOf, planned, runStarted } from "../store/testing/log";
import { settled, TestServer } from "../store/testing/server";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { PageStore } from "../store/useStore";
import { Timeline } from "./Timeline";

function timelineOf(name: string, seq: number): TestServer {
  return draw(TRANSCRIPTS.find((one) => one.name === name)?.events ?? [], seq);
}

function draw(log: readonly EventFrame[], seq = log.length): TestServer {
  const server = new TestServer(log).welcome().tellLog(1, seq);
  render(
    <PageStore value={server.page}>
      <Timeline />
    </PageStore>,
  );
  return server;
}

function names(within_: HTMLElement = document.body): readonly (string | null)[] {
  return within(within_)
    .getAllByRole("option")
    .map((option) => option.querySelector("span")?.textContent ?? null);
}

function selected(): readonly (string | null)[] {
  return screen
    .getAllByRole("option", { selected: true })
    .map((option) => option.querySelector("span")?.textContent ?? null);
}

test("there is an option for each superstep, and the cursor is on the newest", () => {
  timelineOf("survey", 24);

  expect(names()).toEqual(["Step -1", "Step 0", "Step 1"]);
  expect(screen.getByRole("option", { name: "Step 1", selected: true })).toBeVisible();
});

test("an aborted superstep says so in its name", () => {
  timelineOf("clash", 23);

  expect(screen.getByRole("option", { name: "Step 1, aborted" })).toHaveAttribute("aria-selected", "true");
});

test("a fork is a lane of its own", () => {
  timelineOf("forked", 95);

  const fork = screen.getByRole("group", { name: "fork 1" });
  expect(names(screen.getByRole("group", { name: "main" })).length).toBe(6);
  expect(names(fork)[0]).toMatch(/^Step 1, (edit|fork)$/);
  expect(fork).toHaveTextContent("from step 0");
});

test("choosing a superstep shows that moment and asks for nothing to be run", async () => {
  const user = userEvent.setup();
  const server = timelineOf("survey", 87);

  await user.click(screen.getByRole("option", { name: "Step 1" }));
  await settled();

  expect(selected()).toEqual(["Step 1"]);
  expect(server.page.state.get().shown.entry?.step).toBe(1);
  expect(server.asked).toEqual([]);
});

test("keys move the cursor", async () => {
  const user = userEvent.setup();
  timelineOf("survey", 87);
  screen.getByRole("listbox", { name: "Timeline" }).focus();

  await user.keyboard("{Home}");
  expect(selected()).toEqual(["Step -1"]);
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(selected()).toEqual(["Step 1"]);
  await user.keyboard("{ArrowLeft}");
  expect(selected()).toEqual(["Step 0"]);
  await user.keyboard("{End}");
  expect(selected()).toEqual(["Step 7"]);
});

test("the list names its active option, since the focus stays on the list", () => {
  timelineOf("survey", 24);

  const active = screen.getByRole("listbox").getAttribute("aria-activedescendant");
  expect(screen.getByRole("option", { selected: true })).toHaveAttribute("id", active);
});

test("who is due next is shown, and is not an option yet", () => {
  timelineOf("survey", 24);

  expect(screen.getByText("due next")).toBeVisible();
  expect(names()).not.toContain("Step 2");
});

test("before anything ran, the panel says what will be here, and the key", () => {
  timelineOf("survey", 1);

  expect(screen.getByText(/Each superstep gets its place here/)).toHaveTextContent("F10");
});

test("START is called START", () => {
  draw(logOf(compiled(["a"], []), runStarted(), planned(0, "__start__")));

  expect(screen.getByRole("option", { name: "Step 0" })).toHaveAccessibleDescription("START");
});

test("a superstep that could not be planned names no node", () => {
  const aborted = { type: "step.aborted", run: "run-1", ns: "", step: 0, reason: "plan_failed" } as const;
  const log = logOf(compiled(["a"], []), runStarted(), { ...aborted, sentence: "No.", kept: [] });
  draw(log);

  expect(screen.getByRole("option", { name: "Step 0, aborted" })).toHaveAccessibleDescription(
    "nothing was planned",
  );
});
