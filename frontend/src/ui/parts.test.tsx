import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import "./testing/modal";
import { Button, IconButton } from "./Button";
import { Dialog } from "./Dialog";
import { NO_NODE, nodeLook } from "./hues";
import { Region } from "./Region";
import { RegionCloser } from "./regionCloser";
import { Switch } from "./Switch";
import { Tabs } from "./Tabs";

function Panels() {
  const [selected, select] = useState<"code" | "explain" | "state">("explain");
  return (
    <Tabs
      name="Side panel"
      selected={selected}
      onSelect={select}
      tabs={[
        { id: "code", name: "Code", panel: "the file" },
        { id: "explain", name: "Explain", panel: "the reasons" },
        { id: "state", name: "State", panel: "the values" },
      ]}
    />
  );
}

function Opened() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? (
        <Dialog name="Edit state" onClose={() => setOpen(false)}>
          words
        </Dialog>
      ) : null}
    </>
  );
}

describe("a button", () => {
  test("that is blocked stays reachable, says why, and does nothing", async () => {
    const user = userEvent.setup();
    let clicks = 0;
    render(
      <Button title="Step (F10)" blocked="Nothing is due." onClick={() => (clicks += 1)}>
        Step
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Step" });

    await user.tab();
    await user.keyboard("{Enter}");
    await user.click(button);

    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAttribute("title", "Step (F10): Nothing is due.");
    expect(clicks).toBe(0);
  });

  test("that is only an icon is named", () => {
    render(<IconButton icon="theme" name="Light or dark" />);

    expect(screen.getByRole("button", { name: "Light or dark" })).toHaveAttribute("title", "Light or dark");
  });
});

describe("tabs", () => {
  test("are one tab stop; arrows, Home and End move and select", async () => {
    const user = userEvent.setup();
    render(<Panels />);
    const shown: string[] = [];

    await user.tab();
    for (const key of ["{ArrowRight}", "{ArrowRight}", "{End}", "{Home}", "{ArrowLeft}"]) {
      await user.keyboard(key);
      shown.push(screen.getByRole("tabpanel").textContent);
    }

    expect(shown).toEqual(["the values", "the file", "the values", "the file", "the values"]);
    expect(screen.getByRole("tab", { name: "State", selected: true })).toHaveFocus();
    expect(screen.getByRole("tabpanel", { name: "State" })).toBeVisible();
  });
});

/** A dialog that takes what it was opened from out of the page. */
function Removed() {
  const [state, setState] = useState<"asking" | "done" | "there">("there");
  return (
    <section tabIndex={-1} aria-label="Rows">
      {state === "done" ? null : (
        <button type="button" onClick={() => setState("asking")}>
          Delete
        </button>
      )}
      {state === "asking" ? (
        <Dialog name="Delete row" onClose={() => setState("done")}>
          words
        </Dialog>
      ) : null}
    </section>
  );
}

describe("a dialog", () => {
  test("gives the focus to what is around, when what had it went", async () => {
    const user = userEvent.setup();
    render(<Removed />);

    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(screen.getByRole("button", { name: "Close" }));

    expect(screen.getByRole("region", { name: "Rows" })).toHaveFocus();
  });

  test("takes the focus and gives it back when it closes", async () => {
    const user = userEvent.setup();
    render(<Opened />);
    const opener = screen.getByRole("button", { name: "Open" });

    await user.click(opener);
    const dialog = screen.getByRole("dialog", { name: "Edit state" });
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    await user.click(screen.getByRole("button", { name: "Close" }));

    expect(screen.queryByRole("dialog")).toBeNull();
    expect(opener).toHaveFocus();
  });
});

test("a region is named, and closes only where the app says how", async () => {
  const user = userEvent.setup();
  let closed = 0;
  render(
    <>
      <Region name="Graph">nodes</Region>
      <RegionCloser value={() => (closed += 1)}>
        <Region name="Channels" note="3 changed">
          rows
        </Region>
      </RegionCloser>
    </>,
  );

  await user.click(screen.getByRole("button", { name: "Close Channels" }));

  expect(screen.getByRole("region", { name: "Channels" })).toHaveTextContent("Channels3 changedrows");
  expect(screen.queryByRole("button", { name: "Close Graph" })).toBeNull();
  expect(closed).toBe(1);
});

test("a switch says whether it is on, and asks for the other", async () => {
  const user = userEvent.setup();
  const asked: boolean[] = [];
  render(<Switch name="Internal channels" on={true} onChange={(on) => asked.push(on)} />);

  await user.click(screen.getByRole("switch", { name: "Internal channels", checked: true }));

  expect(asked).toEqual([false]);
});

describe("a node's look", () => {
  test("is a pair of hue and glyph that sixty nodes do not share", () => {
    const pairs = Array.from({ length: 60 }, (_, order) => JSON.stringify(nodeLook(order)));

    expect(new Set(pairs).size).toBe(60);
    expect(nodeLook(60)).toEqual(nodeLook(0));
  });

  test("is a grey ring for what is no node", () => {
    expect([nodeLook(-1), nodeLook(Number.NaN)]).toEqual([NO_NODE, NO_NODE]);
  });
});
