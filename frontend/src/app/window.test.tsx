import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Context } from "../commands/command";
import { RUN_COMMANDS } from "../commands/run";
import { runInput } from "../store/input";
import { NOTHING } from "../store/state";
import { ErrorBoundary } from "./ErrorBoundary";
import { layout, resetLayout, setRegion } from "./regions";
import { recall, remember } from "./remembered";
import { switchTheme, theme } from "./theme";
import { offersIn } from "./useOffers";

// Looking at how commands stand touches nothing of what they act on, but for the boxes.
const context: Context = Object.assign(Object.create(null), { input: runInput.getState });

/** Throws while it is broken. */
function Fragile({ part }: { part: { isBroken: boolean } }) {
  if (part.isBroken) {
    throw new Error("no such channel");
  }
  return "the channels";
}

test("commands that stand as before are the same array, so that nothing draws again", () => {
  const offers = offersIn({ list: RUN_COMMANDS, context });
  const connected = { ...NOTHING, connection: { status: "connected", sentence: "" } } as const;

  const first = offers(NOTHING);

  expect(offers({ ...NOTHING, waiting: "a worker starts" })).toBe(first);
  expect(offers(connected)).not.toBe(first);
});

test("a part that cannot be drawn says so, keeps the rest of the page, and can be drawn again", async () => {
  const user = userEvent.setup();
  const part = { isBroken: true };
  render(
    <>
      <p>the bar</p>
      <ErrorBoundary name="The region Channels">
        <Fragile part={part} />
      </ErrorBoundary>
    </>,
    { onCaughtError: () => undefined },
  );
  const told = screen.getByRole("alert").textContent;

  part.isBroken = false;
  await user.click(screen.getByRole("button", { name: "Draw it again" }));

  expect(told).toContain("The region Channels could not be drawn");
  expect(told).toContain("no such channel");
  expect(screen.getByText("the bar")).toBeVisible();
  expect(screen.getByText("the channels")).toBeVisible();
});

test("what a browser keeps is only believed when it has the right shape", () => {
  const isNumber = (value: unknown): value is number => typeof value === "number";
  remember("kept", 3);
  const kept = recall("kept", isNumber);

  localStorage.setItem("stepgraph.kept", "{not json");

  expect([kept, recall("kept", isNumber), recall("never", isNumber)]).toEqual([3, null, null]);
});

test("a closed region is closed at the next visit too, and all can be put back", () => {
  setRegion("timeline", false);
  const kept = JSON.parse(localStorage.getItem("stepgraph.layout") ?? "null");

  resetLayout();

  expect(kept.open).toEqual({ graph: true, channels: true, timeline: false, side: true });
  expect(layout.getState().open.timeline).toBe(true);
});

test("the theme is the system's until a person switches it", () => {
  theme.setState({ chosen: null });

  switchTheme();
  const first = theme.getState().chosen;
  switchTheme();

  expect([first, theme.getState().chosen]).toEqual(["dark", "light"]);
});
