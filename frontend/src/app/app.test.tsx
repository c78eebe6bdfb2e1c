import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Offer } from "../commands/registry";
import "../ui/testing/modal";
import { isPressed } from "./keys";
import { matchingOffers } from "./matching";
import { Palette } from "./Palette";
import { type OpenRegions, planGrid } from "./regions";
import { useShortcuts } from "./useShortcuts";

function offer(title: string, more: Partial<Offer> = {}): Offer {
  return {
    id: title.toLowerCase().replaceAll(" ", "-"),
    title,
    keys: null,
    otherKeys: null,
    keyPlace: "anywhere",
    blocked: null,
    hint: null,
    run: () => undefined,
    ...more,
  };
}

/** A page of one box and three regions, with keys. */
function Listening({ offers }: { offers: readonly Offer[] }) {
  useShortcuts(() => offers);
  return (
    <>
      <input aria-label="Input" />
      {["Graph", "Channels", "Timeline"].map((name) => (
        <section key={name} data-region={name.toLowerCase()}>
          <button type="button">{name}</button>
        </section>
      ))}
    </>
  );
}

const step = offer("Step", { keys: "F10" });
const stepBack = offer("Step back", { keys: "Shift F10", blocked: "This is the first superstep." });
const stop = offer("Stop", { keys: "Shift F5" });
const goOn = offer("Go on from here");
const all = [stepBack, step, stop, goOn];

describe("the palette's order", () => {
  test("is the commands' own while nothing is typed", () => {
    expect(matchingOffers(all, " ")).toEqual(all);
  });

  test("puts what begins with the letters first and what is blocked after its equals", () => {
    const titles = ["st", "step", "from st", "ack", "zz"].map((typed) =>
      matchingOffers(all, typed).map(({ title }) => title),
    );

    expect(titles).toEqual([["Step", "Stop", "Step back"], ["Step", "Step back"], [], ["Step back"], []]);
  });
});

describe("the palette", () => {
  test("runs the marked command after it has closed", async () => {
    const user = userEvent.setup();
    const order: string[] = [];
    render(
      <Palette
        offers={[step, { ...stop, run: () => order.push("run Stop") }]}
        onClose={() => order.push("close")}
      />,
    );
    const box = screen.getByRole("combobox", { name: "Command" });

    await user.type(box, "st{ArrowDown}{Enter}");

    expect(box).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { selected: true }).id);
    expect(order.slice(0, 2)).toEqual(["close", "run Stop"]);
  });

  test("says why a command cannot run, and does not run it", async () => {
    const user = userEvent.setup();
    let closed = 0;
    render(<Palette offers={[stepBack]} onClose={() => (closed += 1)} />);

    await user.click(screen.getByRole("option", { name: /Step back/ }));

    expect(screen.getByRole("option")).toHaveTextContent("Step backThis is the first superstep.Shift F10");
    expect(screen.getByRole("option")).toHaveAttribute("aria-disabled", "true");
    expect(closed).toBe(0);
  });
});

describe("keys", () => {
  const press = { key: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

  test.each([
    ["F10", { key: "F10" }, true],
    ["F10", { key: "F10", shiftKey: true }, false],
    ["Shift F10", { key: "F10", shiftKey: true }, true],
    ["Ctrl K", { key: "k", ctrlKey: true }, true],
    ["Ctrl K", { key: "k", metaKey: true }, true],
    ["Ctrl K", { key: "k" }, false],
    ["Ctrl Shift L", { key: "L", ctrlKey: true, shiftKey: true }, true],
    ["?", { key: "?", shiftKey: true }, true],
  ])("%s pressed as %j: %s", (keys, pressed, matches) => {
    expect(isPressed(keys, { ...press, ...pressed })).toBe(matches);
  });

  test("run their command, a blocked one too since it tells its reason, but not while they are text", async () => {
    const user = userEvent.setup();
    const done: string[] = [];
    const offers = [
      offer("Step", { keys: "F10", run: () => done.push("step") }),
      offer("Keys", { keys: "?", run: () => done.push("keys") }),
      { ...stepBack, run: () => done.push("step back is told why") },
    ];
    render(<Listening offers={offers} />);

    await user.keyboard("{F10}?");
    await user.click(screen.getByRole("textbox", { name: "Input" }));
    await user.keyboard("?{F10}{Shift>}{F10}{/Shift}");

    expect(done).toEqual(["step", "keys", "step", "step back is told why"]);
  });

  test("of the canvas count on the canvas, and take nothing from a text", async () => {
    const user = userEvent.setup();
    const done: string[] = [];
    const remove = offer("Delete", { keys: "Delete", otherKeys: "Backspace", keyPlace: "graph" });
    const offers = [
      { ...remove, run: () => done.push("delete") },
      offer("Undo", { keys: "Ctrl Z", run: () => done.push("undo") }),
      offer("Copy", { keys: "Ctrl C", keyPlace: "clipboard", run: () => done.push("copy") }),
    ];
    render(<Listening offers={offers} />);
    const keys = "{Delete}{Backspace}{Control>}z{/Control}{Control>}c{/Control}";
    const pressed = async (place: HTMLElement) => {
      place.focus();
      done.length = 0;
      await user.keyboard(keys);
      return [...done];
    };

    expect(await pressed(screen.getByRole("button", { name: "Graph" }))).toEqual([
      "delete",
      "delete",
      "undo",
    ]);
    expect(await pressed(screen.getByRole("button", { name: "Timeline" }))).toEqual(["undo"]);
    expect(await pressed(screen.getByRole("textbox", { name: "Input" }))).toEqual([]);
  });

  test("F6 goes from region to region, and back with Shift", async () => {
    const user = userEvent.setup();
    render(<Listening offers={[]} />);
    const reached: (string | null | undefined)[] = [];

    for (const keys of ["{F6}", "{F6}", "{F6}", "{F6}", "{Shift>}{F6}{/Shift}"]) {
      await user.keyboard(keys);
      reached.push(document.activeElement?.textContent);
    }

    expect(reached).toEqual(["Graph", "Channels", "Timeline", "Graph", "Timeline"]);
  });
});

describe("the window's plan", () => {
  const open: OpenRegions = { graph: true, channels: true, timeline: true, side: true };

  test("has graph and channels over the timeline and the side panel beside them", () => {
    const plan = planGrid(open);

    expect(plan.cells).toEqual({
      graph: { row: 0, column: 0, rowSpan: 1, columnSpan: 1 },
      channels: { row: 0, column: 1, rowSpan: 1, columnSpan: 1 },
      timeline: { row: 1, column: 0, rowSpan: 1, columnSpan: 2 },
      side: { row: 0, column: 2, rowSpan: 2, columnSpan: 1 },
    });
    expect(plan.lines).toEqual([
      { name: "Width of Graph", type: "column", column: 1, row: 0, rowSpan: 1 },
      { name: "Width of Side panel", type: "column", column: 2, row: 0, rowSpan: 2 },
      { name: "Height of Timeline", type: "row", row: 1, column: 0, columnSpan: 2 },
    ]);
  });

  test("never puts a region or a line outside the grid, whichever regions are open", () => {
    const bits = Array.from({ length: 16 }, (_, bit) => bit);
    const plans = bits.map((bit) =>
      planGrid({
        graph: (bit & 1) > 0,
        channels: (bit & 2) > 0,
        timeline: (bit & 4) > 0,
        side: (bit & 8) > 0,
      }),
    );

    const outside = plans.filter(({ cells, lines, rows, columns }) => {
      const cellsFit = Object.values(cells).every(
        (cell) => cell.row + cell.rowSpan <= rows.length && cell.column + cell.columnSpan <= columns.length,
      );
      const linesFit = lines.every((line) =>
        line.type === "column"
          ? line.column < columns.length && line.row + line.rowSpan <= rows.length
          : line.row < rows.length && line.column + line.columnSpan <= columns.length,
      );
      return !(cellsFit && linesFit);
    });

    expect(outside).toEqual([]);
    expect(plans.map(({ cells }) => Object.keys(cells).length)).toEqual(
      bits.map((bit) => [1, 2, 4, 8].filter((region) => (bit & region) > 0).length),
    );
  });
});
