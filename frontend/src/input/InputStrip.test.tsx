import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { runInput } from "../store/input";
import { useInput } from "../store/useInput";
import { type Difference, InputStrip } from "./InputStrip";
import { formOf } from "./schema";

const form = formOf(
  JSON.stringify({
    properties: {
      question: { type: "string" },
      depth: { type: "integer" },
      urgent: { type: "boolean" },
      mood: { enum: ["calm", "cross"] },
      findings: { type: "array", items: { type: "string" } },
    },
  }),
);

function Strip({ differs = null }: { differs?: Difference | null }) {
  return <InputStrip form={form} input={useInput()} contextKeys={["site"]} thread="t-1" differs={differs} />;
}

function box() {
  return screen.getByRole("textbox", { name: "Input" });
}

async function write(into: HTMLElement, text: string) {
  const user = userEvent.setup();
  await user.clear(into);
  await user.click(into);
  await user.paste(text);
}

let shown: ReturnType<typeof render>;

beforeEach(() => {
  runInput.setState({ ...runInput.getInitialState(), text: '{"question": "why", "depth": 1}' });
  shown = render(<Strip />);
});

describe("the input strip", () => {
  test("shows each value of the JSON in the form", () => {
    expect(screen.getByRole("textbox", { name: "question" })).toHaveValue("why");
    expect(screen.getByRole("textbox", { name: "depth" })).toHaveValue("1");
    expect(screen.getByRole("checkbox", { name: "urgent" })).not.toBeChecked();
  });

  test("writes what the form says into the JSON", async () => {
    const user = userEvent.setup();

    await write(screen.getByRole("textbox", { name: "question" }), "how");
    await user.click(screen.getByRole("checkbox", { name: "urgent" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "mood" }), '"cross"');
    await write(screen.getByRole("textbox", { name: "findings" }), '["clay"]');

    expect(box()).toHaveValue(
      '{"question": "how", "depth": 1, "urgent": true, "mood": "cross", "findings": ["clay"]}',
    );
  });

  test("shows in the form what is typed as JSON", async () => {
    await write(box(), '{"question": "where", "depth": 7}');

    expect(screen.getByRole("textbox", { name: "question" })).toHaveValue("where");
    expect(screen.getByRole("textbox", { name: "depth" })).toHaveValue("7");
  });

  test("says where the JSON is wrong, and keeps the text", async () => {
    await write(box(), '{"question": why}');

    expect(box()).toHaveAccessibleDescription(
      'The input is not JSON. Line 1, column 14: a value is expected, not "w".',
    );
    expect(box()).toBeInvalid();
    expect(runInput.getState().text).toBe('{"question": why}');
  });

  test("keeps the value before while a field's text is none, and says so", async () => {
    await write(screen.getByRole("textbox", { name: "depth" }), "1.5");

    expect(screen.getByRole("textbox", { name: "depth" })).toHaveAccessibleDescription(
      "This should be an integer.",
    );
    expect(box()).toHaveValue('{"question": "why"}');
  });

  test.each(["for the next run", "starts a new run"] as const)(
    "tells that it is not the run at hand's: %s",
    (differs) => {
      shown.rerender(<Strip differs={differs} />);

      expect(box()).toHaveAccessibleDescription(expect.stringContaining(differs));
    },
  );

  test("tells of a key that no channel takes", async () => {
    await write(box(), '{"qestion": "why"}');

    expect(box()).toHaveAccessibleDescription(
      '"qestion" is not in the input schema, so no channel takes it.',
    );
  });

  test("has context, recursion limit and thread under More", async () => {
    const user = userEvent.setup();

    await user.click(screen.getByRole("button", { name: "More" }));
    await write(screen.getByRole("textbox", { name: "Context" }), '{"site": ');
    await user.type(screen.getByRole("spinbutton", { name: "Recursion limit" }), "30");
    await user.type(screen.getByRole("textbox", { name: "Thread" }), "t-2");

    expect(screen.getByRole("textbox", { name: "Context" })).toHaveAccessibleDescription(
      "Line 1, column 10: a value is expected, not the end of the text.",
    );
    expect(runInput.getState()).toMatchObject({
      contextText: '{"site": ',
      recursionLimit: 30,
      thread: "t-2",
    });
  });
});

test("nothing is said of an input whose graph is not known yet", () => {
  const unknown = { whole: false, fields: [] } as const;
  shown.rerender(
    <InputStrip form={unknown} input={runInput.getState()} contextKeys={[]} thread="t-1" differs={null} />,
  );

  expect(box()).toHaveAccessibleDescription("");
  expect(screen.queryByRole("group")).toBeNull();
  expect(screen.queryByText(/The input is one value/)).toBeNull();
});
