import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Preview } from "../protocol/generated";
import "./testing/modal";
import { ValueText } from "./ValueText";
import { type ValueReader, ValueReading } from "./valueReader";

const WHOLE = "abcdefghij";

/** Hands out four characters at a time. */
const inFours: ValueReader = (ref, offset) =>
  Promise.resolve({
    ref,
    text: WHOLE.slice(offset, offset + 4),
    offset,
    characters: WHOLE.length,
    json: false,
  });

function show(preview: Preview, read: ValueReader = inFours) {
  return render(
    <ValueReading value={read}>
      <ValueText preview={preview} name="plan" />
    </ValueReading>,
  );
}

describe("a value", () => {
  test.each<[Preview, string]>([
    [{ kind: "missing", text: "" }, "no value"],
    [{ kind: "none", text: "None" }, "None"],
    [{ kind: "str", text: '"north"' }, '"north"'],
    [{ kind: "opaque", text: "", type: "Socket" }, "a Socket that cannot be shown"],
  ])("previewed as %j reads %s", (preview, text) => {
    const { container } = show(preview);

    expect(container).toHaveTextContent(text);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("that is cut opens whole on demand, page by page", async () => {
    const user = userEvent.setup();
    show({ kind: "str", text: '"ab', truncated: true, ref: "f00d", size: 10 });

    await user.click(screen.getByRole("button", { name: "Show all of plan" }));
    const dialog = await screen.findByRole("dialog", { name: "Whole value of plan" });
    await screen.findByText("abcd");
    expect(dialog).toHaveTextContent("4 of 10 characters");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByText("abcdefgh");
    await user.click(screen.getByRole("button", { name: "Show more" }));

    await screen.findByText(WHOLE);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("that cannot be read says so and can be asked for again", async () => {
    const user = userEvent.setup();
    let asked = 0;
    const lost: ValueReader = (ref, offset) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("The value is no longer stored.")) : inFours(ref, offset);
    };
    show({ kind: "str", text: '"ab', truncated: true, ref: "f00d" }, lost);

    await user.click(screen.getByRole("button", { name: "Show all of plan" }));
    await screen.findByText("The value is no longer stored.");
    await user.click(screen.getByRole("button", { name: "Try again" }));

    await screen.findByText("abcd");
  });

  test("that a checkpoint does not keep as it is says what is lost", () => {
    show({ kind: "tuple", text: "(1, 2)", loss: "A checkpoint keeps this tuple as a list." });

    expect(screen.getByRole("img", { name: "A checkpoint keeps this tuple as a list." })).toBeVisible();
  });
});
