import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { answerTexts } from "../store/questions";
import { settled, TestServer } from "../store/testing/server";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { askFor, choose } from "../store/ui";
import { PageStore } from "../store/useStore";
import { AnswerBar } from "./AnswerBar";

const LOG = TRANSCRIPTS.find(({ name }) => name === "asking")?.events ?? [];
/** The seqs at which the recorded run waits for answers. */
const PAUSES = LOG.flatMap(({ seq, event }) =>
  event.type === "run.paused" && event.reason === "question" ? [seq] : [],
);
const [BOTH = 0, PERMIT = 0, DEPTH = 0] = PAUSES;
const FUNDS_ID = "00000000000000000000000000000001";
const PERMIT_ID = "00000000000000000000000000000002";
const DEPTH_ID = "00000000000000000000000000000003";

beforeEach(() => {
  answerTexts.setState({}, true);
  choose({ asked: null });
});

/** The form over a run that went as far as the event `seq` of the recorded one. */
function formAt(seq: number): TestServer {
  const server = new TestServer(LOG).welcome().tellLog(1, seq);
  render(
    <PageStore value={server.page}>
      <AnswerBar />
    </PageStore>,
  );
  return server;
}

const form = () => screen.getByRole("form", { name: "Answer" });
const box = (node: string) => within(form()).getByRole("textbox", { name: `Answer to ${node}` });
const button = (name = "Answer") => within(form()).getByRole("button", { name });

async function write(into: HTMLElement, text: string) {
  const user = userEvent.setup();
  await user.click(into);
  await user.paste(text);
}

describe("a run that waits for answers", () => {
  test("shows each question with its node and its value, in the order of the graph", () => {
    formAt(BOTH);

    expect(form()).toHaveTextContent("Waiting for an answer of permit, funds");
    expect(form()).toHaveTextContent('permit asks {"site": "north", "drill": "here?"}');
    expect(form()).toHaveTextContent('funds asks "who pays?"');
  });

  test("sends what is answered, and leaves out the question whose box is empty", async () => {
    const server = formAt(BOTH);

    await write(box("permit"), '{"granted": true}');
    await userEvent.click(button());

    expect(server.asked).toEqual([
      { type: "interrupt.answer", answers: { [PERMIT_ID]: { granted: true } }, until: "superstep" },
    ]);
  });

  test("answers several at once by Enter, or on to the end", async () => {
    const server = formAt(BOTH);

    await write(box("permit"), "1");
    await write(box("funds"), '"the mill"');
    await userEvent.keyboard("{Enter}");
    await settled();
    await write(box("funds"), "null");
    await userEvent.click(button("Answer and run"));

    expect(server.asked).toEqual([
      { type: "interrupt.answer", answers: { [PERMIT_ID]: 1, [FUNDS_ID]: "the mill" }, until: "superstep" },
      { type: "interrupt.answer", answers: { [FUNDS_ID]: null }, until: "end" },
    ]);
  });

  test("says where a text is no JSON, sends nothing, and takes it as text when asked", async () => {
    const server = formAt(BOTH);

    await write(box("funds"), "the mill");
    await userEvent.click(button());

    expect(box("funds")).toHaveAccessibleDescription(/^This is not JSON\./);
    expect(server.asked).toEqual([]);

    await userEvent.click(button("Take it as text"));

    expect(box("funds")).toHaveValue('"the mill"');
    expect(button()).not.toHaveAttribute("aria-disabled");
  });

  test("cannot send nothing, and says why", async () => {
    const server = formAt(BOTH);

    await userEvent.type(box("permit"), "{Enter}");

    expect(button()).toHaveAttribute("title", expect.stringContaining("No answer is written yet."));
    expect(server.page.state.get().refusal).toBe("Answer: No answer is written yet.");
    expect(server.asked).toEqual([]);
  });

  test("keeps what was typed when the server refuses it, and forgets it when it was taken", async () => {
    const server = formAt(BOTH);
    await write(box("permit"), "1");

    server.refusal = "The run is at work.";
    await userEvent.click(button());
    expect(box("permit")).toHaveValue("1");

    server.refusal = null;
    await userEvent.click(button());
    expect(box("permit")).toHaveValue("");
  });

  test("asks what is left, with what was typed for it", async () => {
    const server = formAt(BOTH);
    await write(box("permit"), "7");

    act(() => void server.tellLog(BOTH + 1, PERMIT));

    expect(form()).toHaveTextContent("Waiting for an answer of permit");
    expect(box("permit")).toHaveValue("7");
    expect(screen.queryByRole("textbox", { name: "Answer to funds" })).toBeNull();
  });

  test("has a control of the type that the node asks for, and the box follows it", async () => {
    const server = formAt(DEPTH);

    await write(within(form()).getByRole("textbox", { name: "as integer" }), "12");
    expect(box("permit")).toHaveValue("12");
    await userEvent.click(button());

    expect(server.asked).toEqual([
      { type: "interrupt.answer", answers: { [DEPTH_ID]: 12 }, until: "superstep" },
    ]);
  });

  test("is led to by a command", () => {
    formAt(BOTH);

    act(() => askFor("answer"));

    expect(box("permit")).toHaveFocus();
  });
});

test("a run that asks nothing, or is at work, has no form", () => {
  const server = formAt(BOTH - 1);
  const before = screen.queryByRole("form");

  act(() => void server.tellLog(BOTH, BOTH + 2));

  expect([before, screen.queryByRole("form")]).toEqual([null, null]);
});
