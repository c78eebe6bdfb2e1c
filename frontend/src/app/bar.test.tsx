import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Offer } from "../commands/registry";
import type { RunView } from "../protocol/generated";
import { EMPTY } from "../store/fold/draft";
import { stepEntry } from "../store/testing/entries";
import { ConnectionBanner, ConnectionSign } from "./ConnectionSign";
import { NoticeBar } from "./NoticeBar";
import { pastWords } from "./PastNote";
import { RunToolbar } from "./RunToolbar";
import { runLine } from "./runLine";

const NAMES = {
  "run.run": "Run",
  "run.pause": "Pause",
  "run.stepBack": "Step back",
  "run.step": "Step",
  "run.stepPhase": "Step phase",
  "run.goOn": "Go on from here",
  "run.stop": "Stop",
  "run.restart": "Restart",
} as const;

function controls(done: string[]): Offer[] {
  return Object.entries(NAMES).map(([id, title]) => ({
    id,
    title,
    keys: title === "Step" ? "F10" : null,
    otherKeys: null,
    keyPlace: "anywhere" as const,
    blocked: title === "Pause" ? "Nothing is running." : null,
    hint: title === "Run" ? "Starts with the input" : null,
    run: () => done.push(title),
  }));
}

describe("the run controls", () => {
  test("stand in a toolbar by their names, blocked ones with the reason", () => {
    render(<RunToolbar offers={controls([])} next="run.step" />);
    const bar = screen.getByRole("toolbar", { name: "Run controls" });

    expect([...bar.querySelectorAll("button")].map((button) => button.getAttribute("aria-label"))).toEqual(
      Object.values(NAMES),
    );
    expect(screen.getByRole("button", { name: "Pause" })).toHaveAttribute(
      "title",
      "Pause: Nothing is running.",
    );
    expect(screen.getByRole("button", { name: "Step" })).toHaveAttribute("title", "Step (F10)");
    expect(screen.getByRole("button", { name: "Run" })).toHaveAttribute(
      "title",
      "Run: Starts with the input",
    );
  });

  test("have one filled button", () => {
    const { container } = render(<RunToolbar offers={controls([])} next="run.goOn" />);

    const filled = [...container.querySelectorAll('[data-look="filled"]')].map(
      (button) => button.textContent,
    );

    expect(filled).toEqual(["Go on from here"]);
  });

  test("are one tab stop; arrow keys go along them", async () => {
    const user = userEvent.setup();
    const done: string[] = [];
    render(<RunToolbar offers={controls(done)} next="run.step" />);

    await user.tab();
    await user.keyboard("{Enter}{ArrowRight}{Enter}{Home}{Enter}{ArrowLeft}{Enter}");

    expect(done).toEqual(["Step", "Step phase", "Run", "Restart"]);
  });
});

describe("the connection", () => {
  test("is a status by its name", () => {
    render(<ConnectionSign status="reconnecting" />);

    expect(screen.getByRole("status", { name: "Connection" })).toHaveTextContent("reconnecting");
  });

  test("that is lost says what to do", () => {
    const { rerender } = render(<ConnectionBanner status="connected" sentence="" />);
    expect(screen.queryByRole("alert")).toBeNull();

    rerender(<ConnectionBanner status="lost" sentence="Open the address that Stepgraph prints." />);

    expect(screen.getByRole("alert")).toHaveTextContent("Open the address that Stepgraph prints.");
  });
});

const run: RunView = {
  run: "r-1",
  kind: "input",
  status: "paused",
  reason: "step",
  thread: "t-1",
  step: 3,
  phase: "plan",
  channel: null,
  recursionLimit: null,
  sentence: null,
  output: null,
  ns: "",
};

test.each<[Partial<RunView>, string]>([
  [{ status: "none" }, "ready, nothing has run yet"],
  [{ status: "running" }, "running, step 3"],
  [{}, "paused after step 2"],
  [{ phase: "apply" }, "paused in step 3, before apply"],
  [{ phase: "channel", channel: "plan" }, "paused in step 3, before updating plan"],
  [{ phase: "apply", ns: "dig:9f2f|sift:02ab" }, "paused before apply, step 3 of dig › sift"],
  [{ phase: "plan", ns: "dig:9f2f" }, "paused before plan, step 3 of dig"],
  [{ status: "finished" }, "finished after step 3"],
  [{ status: "failed" }, "failed in step 3"],
  [{ status: "failed", reason: "GRAPH_RECURSION_LIMIT" }, "failed after step 2, at its recursion limit"],
  [{ phase: "execute", reason: "question" }, "step 3 asks, and waits for an answer"],
  [{ status: "stopped" }, "stopped in step 3"],
])("a run that is %j reads: %s", (change, line) => {
  expect(runLine({ ...run, ...change }, "ready").line).toBe(line);
});

test("nodes that ask are waited for, whatever became of the run", () => {
  const lines = [run, { ...run, status: "stopped" as const }].map(
    (one) => runLine(one, "ready", { asking: "permit, funds" }).line,
  );

  expect(new Set(lines)).toEqual(new Set(["waiting for an answer of permit, funds"]));
});

test("a refusal stays in a live region until it is closed", async () => {
  const user = userEvent.setup();
  let closed = 0;
  const close = () => (closed += 1);
  const { rerender } = render(<NoticeBar sentence={null} onClose={close} />);
  const region = screen.getByRole("status", { name: "Notice" });

  rerender(<NoticeBar sentence="Step: nothing is due." onClose={close} />);
  await user.click(screen.getByRole("button", { name: "Close notice" }));

  expect(region).toHaveTextContent("Step: nothing is due.");
  expect(closed).toBe(1);
});

test("in the past, the bar says what is shown and who was due then", () => {
  const wakes: [] = [];
  const snapshot = { ...EMPTY, next: ["north", "permit", "north"].map((node) => ({ node, wakes })) };
  const entry = stepEntry({ key: 2, step: 1 });

  expect([
    pastWords({ snapshot, entry, events: [], isLive: false }),
    pastWords({ snapshot: EMPTY, entry, events: [], isLive: false }),
  ]).toEqual(["showing step 1\ndue then: north, permit", "showing step 1\nnothing is due here"]);
});
