import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { opened } from "../store/testing/drawn";
import { TestServer } from "../store/testing/server";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import { ChannelTable } from "./ChannelTable";

beforeEach(() => choose({ internalChannels: "hidden", channelsView: null }));

/** The table after the event `seq` of a recorded log. */
function tableOf(name: string, seq: number): TestServer {
  const log = TRANSCRIPTS.find((one) => one.name === name)?.events ?? [];
  const server = new TestServer(log).welcome().tellLog(1, seq);
  render(
    <PageStore value={server.page}>
      <ChannelTable />
    </PageStore>,
  );
  return server;
}

function row(channel: string): HTMLElement {
  const header = screen.getByRole("rowheader", { name: new RegExp(`^${channel}\\b`) });
  const found = header.closest("tr");
  if (found === null) {
    throw new Error(`${channel} stands in no row.`);
  }
  return found;
}

/** A row's cells as texts, by their columns. */
function texts(channel: string): readonly (string | null)[] {
  return within(row(channel))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
}

test("a superstep that waits for answers is not told as one that failed", () => {
  tableOf("asking", 25);

  expect(screen.getByText(/^step 1 waits$/)).toBeVisible();
});

test("the table names its columns, and each row is headed by its channel", () => {
  tableOf("survey", 24);

  const table = screen.getByRole("table", { name: "Channels" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Channel", "Kind", "Value", "Version", "Writes", "Returned", "Seen by"]);
  expect(row("rounds")).toHaveAttribute("data-changed", "true");
  expect(row("question")).toHaveAttribute("data-changed", "false");
});

test("a changed row tells value, former value, version, writer and answer", () => {
  tableOf("survey", 37);

  expect(texts("plan")).toEqual([
    "LastValue",
    '"drill at the mill"was "north first"',
    "3 → 4",
    "north",
    "True",
    "–",
  ]);
});

test("a refused channel keeps its value and shows both writers", () => {
  tableOf("clash", 23);

  expect(row("plan")).toHaveAttribute("data-conflict", "true");
  expect(texts("plan").slice(1, 5)).toEqual(["emptykept as it was", "–", "north1south2", "raised"]);
  expect(row("topic")).toHaveAttribute("data-conflict", "false");
});

test("internal channels come and go with their switch", async () => {
  const user = userEvent.setup();
  tableOf("survey", 24);
  expect(screen.queryByRole("rowheader", { name: /^branch:to:north/ })).toBeNull();

  await user.click(screen.getByRole("switch", { name: "Internal channels" }));

  expect(texts("branch:to:north")).toEqual([
    "EphemeralValueguard=False",
    "None",
    "– → 3",
    "fan",
    "True",
    "northdue in step 2",
  ]);
  expect(row("branch:to:north")).toHaveAttribute("data-available", "true");
  expect(texts("join:north")[1]).toBe("northsouth0 of 2");
});

test("a join says who arrived and who is missing", () => {
  choose({ internalChannels: "shown" });
  tableOf("unequal", 25);

  expect(texts("join:short")[1]).toBe("shortlonger1 of 2, not yet");
  expect(row("join:short")).toHaveAttribute("data-available", "false");
});

test("what no update took yet is hollow and waits", () => {
  const log = TRANSCRIPTS.find((one) => one.name === "zoo")?.events ?? [];
  const waiting = log.find(
    ({ event }) => event.type === "run.paused" && event.phase === "apply" && event.step === 1,
  );
  tableOf("zoo", waiting?.seq ?? 0);

  const chips = document.querySelectorAll('[data-look="hollow"]');
  expect(chips.length).toBeGreaterThan(0);
  expect(screen.getAllByText("waits").length).toBe(screen.getAllByText("for apply").length);
});

test("a row draws what comes, and the head counts what changed", () => {
  const server = tableOf("survey", 24);
  expect(texts("notes")[1]).toBe("empty");

  act(() => void server.tellLog(25, 37));

  expect(texts("notes").slice(1, 4)).toEqual(['["wet"]', "– → 4", "north1[]south2"]);
  expect(screen.getByText(/changed in step 2/)).toBeVisible();
});

test("a channel's name opens all that is known of it", async () => {
  const user = userEvent.setup();
  tableOf("clash", 23);

  await user.click(within(row("plan")).getByRole("button", { name: "plan" }));

  const dialog = await screen.findByRole("dialog", { name: "plan" });
  expect(dialog).toHaveTextContent("Writes, not applied");
  expect(dialog).toHaveTextContent('north"drill at the mill"');
  expect(dialog).toHaveTextContent('south"drill at the ford"');
});

test("before a graph is known, the panel says what will be here", () => {
  tableOf("clash", 0);

  expect(screen.getByText(/every write that reaches them/)).toBeVisible();
});

describe("beside the fields", () => {
  function withFields(seq: number): TestServer {
    const log = TRANSCRIPTS.find((one) => one.name === "survey")?.events ?? [];
    const server = new TestServer(log).welcome().tellLog(1, seq);
    render(
      <PageStore value={server.page}>
        <ChannelTable fields={<p>the fields</p>} />
      </PageStore>,
    );
    return server;
  }

  test("a compiled graph shows its values; a file that is only drawn its fields, until something runs", () => {
    const server = withFields(1);
    expect(screen.getByRole("radio", { name: "Values" })).toBeChecked();
    act(() => server.tell(...opened(null, { undo: "Add node a" })));
    expect(screen.getByRole("radio", { name: "Fields" })).toBeChecked();
    expect(screen.getByText("the fields")).toBeVisible();

    act(() => void server.tellLog(2, 24));

    expect(screen.getByRole("radio", { name: "Values" })).toBeChecked();
    expect(screen.getByRole("table", { name: "Channels" })).toBeVisible();
  });

  test("what a person chose stays, by mouse and by keys", async () => {
    const user = userEvent.setup();
    const server = withFields(24);

    await user.click(screen.getByRole("radio", { name: "Fields" }));
    act(() => void server.tellLog(25, 37));
    expect(screen.getByText("the fields")).toBeVisible();
    await user.keyboard("{ArrowLeft}");

    expect(screen.getByRole("table", { name: "Channels" })).toBeVisible();
    expect(ui.getState().channelsView).toBe("values");
  });
});
