import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Problem, StartPage } from "../protocol/generated";
import { RejectedNote } from "./RejectedNote";
import { type OpenRequest, StartScreen } from "./StartScreen";
import { UntrustedNote } from "./UntrustedNote";
import { whenInWords } from "./when";

const NOW_MS = new Date(2026, 10, 27, 15, 0).getTime();

const page: StartPage = {
  folder: "/home/ada/field",
  files: ["survey.py", "lab/triage.py", "lab/papers.py"],
  templates: [],
  examples: [{ id: "two-writers", title: "Two writers", summary: "Why LastValue refuses two writes." }],
  recent: [
    {
      session: "s-1",
      document: "/home/ada/field/survey.py",
      graph: null,
      example: null,
      status: "paused",
      whenMs: NOW_MS,
    },
  ],
};

function open(): OpenRequest[] {
  const asked: OpenRequest[] = [];
  render(
    <StartScreen
      page={page}
      nowMs={NOW_MS}
      problem={null}
      back={null}
      onOpen={(request) => asked.push(request)}
      onNew={() => undefined}
    />,
  );
  return asked;
}

describe("the start screen", () => {
  test("opens a file of the folder, an earlier session or an example", async () => {
    const user = userEvent.setup();
    const asked = open();

    await user.click(screen.getByRole("button", { name: "lab/triage.py" }));
    await user.click(within(screen.getByRole("list", { name: "Recent" })).getByRole("button"));
    await user.click(screen.getByRole("button", { name: "Two writers" }));

    expect(asked).toEqual([{ path: "lab/triage.py" }, { session: "s-1" }, { example: "two-writers" }]);
  });

  test("narrows the files by what is typed, and opens the only one left, or the path itself", async () => {
    const user = userEvent.setup();
    const asked = open();
    const box = screen.getByRole("textbox", { name: "Path" });

    await user.type(box, "lab");
    const left = within(screen.getByRole("list", { name: "Files" })).getAllByRole("button");
    await user.type(box, " pap{Enter}");
    await user.clear(box);
    await user.type(box, "../other.py{Enter}");

    expect(left.map((button) => button.textContent)).toEqual(["lab/triage.py", "lab/papers.py"]);
    expect(asked).toEqual([{ path: "lab/papers.py" }, { path: "../other.py" }]);
  });

  test("shows the newest few sessions, and the rest on demand", async () => {
    const user = userEvent.setup();
    const [first] = page.recent;
    const recent =
      first === undefined ? [] : Array.from({ length: 8 }, (_, at) => ({ ...first, session: `s-${at}` }));
    render(
      <StartScreen
        page={{ ...page, recent }}
        nowMs={NOW_MS}
        problem={null}
        back={null}
        onOpen={() => undefined}
        onNew={() => undefined}
      />,
    );
    const list = within(screen.getByRole("list", { name: "Recent" }));
    const few = list.getAllByRole("button").length;

    await user.click(screen.getByRole("button", { name: "Show 2 more" }));

    expect([few, list.getAllByRole("button").length]).toEqual([6, 8]);
  });

  test("says of an earlier session how it stood", () => {
    open();

    expect(screen.getByRole("list", { name: "Recent" })).toHaveTextContent(
      "survey.pyfield · pausedtoday 15:00",
    );
  });
});

test.each([
  [NOW_MS, "today 15:00"],
  [new Date(2026, 10, 26, 23, 59).getTime(), "yesterday"],
  [new Date(2026, 10, 22, 8, 0).getTime(), "Sunday"],
  [new Date(2026, 10, 12, 8, 0).getTime(), "12 Nov"],
  [new Date(2025, 10, 12, 8, 0).getTime(), "12 Nov 2025"],
])("the moment %d is called %s", (whenMs, words) => {
  expect(whenInWords(whenMs, NOW_MS)).toBe(words);
});

const problem: Problem = {
  code: "document.syntax",
  sentence: "The bracket is never closed.",
  path: "survey.py",
  line: 12,
  column: 5,
  severity: "error",
  traceback: [],
};

test("an untrusted document runs only on the word that names it", async () => {
  const user = userEvent.setup();
  let trusted = 0;
  render(<UntrustedNote document="survey.py" onTrust={() => (trusted += 1)} />);

  await user.click(screen.getByRole("button", { name: "Trust and run survey.py" }));

  expect(trusted).toBe(1);
});

test("a rejected document lists its problems, each a way to its line", async () => {
  const user = userEvent.setup();
  const places: unknown[] = [];
  render(
    <RejectedNote
      document="survey.py"
      problems={[problem]}
      candidates={[]}
      onChoose={() => undefined}
      onReload={() => undefined}
      onPlace={(place) => places.push(place)}
    />,
  );
  const list = screen.getByRole("list", { name: "Why it does not run" });

  await user.click(within(list).getByRole("button", { name: "line 12:5" }));

  expect(list).toHaveTextContent("The bracket is never closed.");
  expect(places).toEqual([{ line: 12, column: 5 }]);
});

test("a document with several graphs asks which one is meant", async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(
    <RejectedNote
      document="survey.py"
      problems={[]}
      candidates={["main", "review"]}
      onChoose={(graph) => chosen.push(graph)}
      onReload={() => undefined}
      onPlace={() => undefined}
    />,
  );

  await user.click(screen.getByRole("button", { name: "review" }));

  expect(chosen).toEqual(["review"]);
});
