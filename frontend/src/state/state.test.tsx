import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Cell, Due, Preview } from "../protocol/generated";
import { blankCell } from "../store/fold/cells";
import { compiled, logOf } from "../store/testing/log";
import { TestServer } from "../store/testing/server";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import { type ValueReader, ValueReading } from "../ui/valueReader";
import { EditStateDialog, type EditStateProps } from "./EditStateDialog";
import type { EditOutcome, EditRequest } from "./edit";
import { StatePanel } from "./StatePanel";
import { StateTab } from "./StateTab";
import { stateText } from "./stateText";

function cell(name: string, value: Preview, more: Partial<Cell> = {}): Cell {
  return { ...blankCell(name), value, version: 2, available: true, ...more };
}

const plan = cell("plan", { kind: "str", text: '"north"' });
const permit = cell("need_permit", { kind: "bool", text: "True" });
const findings = cell("findings", {
  kind: "list",
  text: '["clay", {"depth": 4}]',
  json: '["clay", {"depth": 4}]',
});
const log = cell("log", { kind: "str", text: '"ab', truncated: true, ref: "f00d", size: 4 });
const cells = [plan, permit, findings, log];

/** The long text in two pages. */
const reader: ValueReader = (ref, offset) =>
  Promise.resolve({ ref, text: '"abcd"'.slice(offset, offset + 3), offset, characters: 6, json: true });

function due(node: string, channel: string): Due {
  return { node, wakes: [{ channel, version: 3, seen: null, fired: true }] };
}

function dialog(props: Partial<EditStateProps> = {}) {
  const asked: EditRequest[] = [];
  const forked: EditRequest[] = [];
  const outcome: EditOutcome = {
    ok: true,
    next: [due("south", "branch:to:south")],
    dropped: [due("merge", "join")],
  };
  let closed = 0;
  render(
    <ValueReading value={reader}>
      <EditStateDialog
        when="after step 2"
        checkpoint="c-2"
        nodes={["fan", "south", "merge"]}
        cells={cells}
        channel={null}
        asNode={null}
        onPreview={(request) => {
          asked.push(request);
          return Promise.resolve(outcome);
        }}
        onFork={(request) => {
          forked.push(request);
          return Promise.resolve(null);
        }}
        onClose={() => (closed += 1)}
        {...props}
      />
    </ValueReading>,
  );
  return { asked, forked, closed: () => closed };
}

async function writeValue(text: string) {
  const user = userEvent.setup();
  const box = screen.getByRole("textbox", { name: "Value" });
  await user.clear(box);
  await user.click(box);
  await user.paste(text);
}

describe("the dialog Edit state", () => {
  test("tells what will be next and what is dropped, before anything is forked", async () => {
    const { asked, forked } = dialog({ asNode: "fan" });

    await writeValue('{"need_permit": false}');
    const next = await screen.findByRole("list", { name: "Due next" });

    expect(next).toHaveTextContent("southwoken by branch:to:south");
    expect(screen.getByRole("list", { name: "Dropped" })).toHaveTextContent("merge");
    expect(asked.at(-1)).toEqual({
      checkpoint: "c-2",
      how: "node",
      node: "fan",
      values: { need_permit: false },
    });
    expect(forked).toEqual([]);
  });

  test("forks with a node's or a raw value, and closes", async () => {
    const user = userEvent.setup();
    const { forked, closed } = dialog({ channel: "plan" });

    await user.click(screen.getByRole("button", { name: "Fork" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "As node" }), "south");
    await user.click(screen.getByRole("button", { name: "Fork" }));

    expect(forked).toEqual([
      { checkpoint: "c-2", how: "raw", values: { plan: "north" } },
      { checkpoint: "c-2", how: "node", node: "south", values: { plan: "north" } },
    ]);
    expect(closed()).toBe(2);
  });

  test("says where the value is no JSON, and does not fork", async () => {
    const user = userEvent.setup();
    const { forked } = dialog();

    await writeValue('{"plan": nort}');
    await user.click(screen.getByRole("button", { name: "Fork" }));

    expect(screen.getByRole("textbox", { name: "Value" })).toHaveAccessibleDescription(
      'Line 1, column 10: a value is expected, not "n".',
    );
    expect(forked).toEqual([]);
  });

  test("refuses a raw value for what is no channel", async () => {
    dialog();

    await writeValue('{"plam": "x"}');

    expect(screen.getByRole("textbox", { name: "Value" })).toHaveAccessibleDescription(
      '"plam" is no channel of this graph.',
    );
  });

  test("stays open with the reason when the server refuses", async () => {
    const user = userEvent.setup();
    const { closed } = dialog({ channel: "plan", onFork: () => Promise.resolve("The run is not paused.") });

    await user.click(screen.getByRole("button", { name: "Fork" }));

    expect(await screen.findByText("The run is not paused.")).toBeVisible();
    expect(closed()).toBe(0);
  });

  test("begins with the chosen channel's whole value", async () => {
    dialog({ channel: "log" });

    await screen.findByDisplayValue(/abcd/);

    expect(screen.getByRole("textbox", { name: "Value" })).toHaveValue(
      JSON.stringify({ log: "abcd" }, null, 2),
    );
  });

  test("puts a channel's whole value into the edit, and takes it out again", async () => {
    const user = userEvent.setup();
    dialog();
    const chips = within(screen.getByRole("group", { name: "Channels to write" }));

    await user.click(chips.getByRole("button", { name: "log" }));
    await user.click(chips.getByRole("button", { name: "need_permit" }));
    await user.click(chips.getByRole("button", { name: "findings" }));
    await screen.findByRole("button", { name: "log", pressed: true });
    await user.click(chips.getByRole("button", { name: "findings" }));

    expect(screen.getByRole("textbox", { name: "Value" })).toHaveValue(
      JSON.stringify({ log: "abcd", need_permit: true }, null, 2),
    );
  });
});

describe("the State tab", () => {
  test("shows what each channel holds, containers as trees", () => {
    render(
      <StatePanel
        when="after step 2"
        cells={cells}
        internal={[]}
        editBlocked={null}
        onEdit={() => undefined}
      />,
    );

    expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual([
      "plan",
      "need_permit",
      "findings",
      "log",
    ]);
    expect(screen.getByText("2 items")).toBeVisible();
  });

  test("opens the edit for one channel or for all", async () => {
    const user = userEvent.setup();
    const asked: (string | null)[] = [];
    render(
      <StatePanel
        when="after step 2"
        cells={cells}
        internal={[]}
        editBlocked={null}
        onEdit={(channel) => asked.push(channel)}
      />,
    );

    await user.click(screen.getByRole("button", { name: "Edit plan" }));
    await user.click(screen.getByRole("button", { name: "Edit state" }));

    expect(asked).toEqual(["plan", null]);
  });

  test("says what will be here while there is nothing", () => {
    const log = logOf(compiled(["a"], ["plan"]));
    render(
      <PageStore value={new TestServer(log).welcome().tellLog(1, 1).page}>
        <StateTab editBlocked={null} onEdit={() => undefined} />
      </PageStore>,
    );

    expect(screen.getByText(/What each channel holds is here after the first step/)).toBeVisible();
  });
});

test("the copied state is JSON, with long values whole and what JSON cannot say as text", async () => {
  const odd = cell("when", { kind: "object", text: "datetime(2026, 1, 1)" });

  const text = await stateText([plan, findings, log, odd], reader);

  expect(JSON.parse(text)).toEqual({
    plan: "north",
    findings: ["clay", { depth: 4 }],
    log: "abcd",
    when: "datetime(2026, 1, 1)",
  });
});
