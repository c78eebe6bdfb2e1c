import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { TestServer } from "../store/testing/server";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import { NewGraph, type NewGraphProps } from "./NewGraph";

const TEMPLATES = [
  { id: "empty", title: "An empty graph", summary: "Draw `the rest`." },
  { id: "branch", title: "A branch", summary: "A router." },
];

let made = 0;
beforeEach(() => {
  made = 0;
});

function opened(props: Partial<NewGraphProps> = {}): TestServer {
  const server = new TestServer().welcome();
  render(
    <PageStore value={server.page}>
      <NewGraph
        templates={TEMPLATES}
        files={["graph.py"]}
        dropped={null}
        onClose={() => undefined}
        onMade={() => {
          made += 1;
        }}
        {...props}
      />
    </PageStore>,
  );
  return server;
}

test("a new graph has a free name, and begins with what is chosen", async () => {
  const user = userEvent.setup();
  const server = opened();
  expect(screen.getByRole("textbox", { name: "File name" })).toHaveValue("graph_2.py");

  await user.click(screen.getByRole("radio", { name: /A branch/ }));
  await user.click(screen.getByRole("button", { name: "Create" }));

  expect(server.asked).toEqual([{ type: "document.create", path: "graph_2.py", template: "branch" }]);
  expect(made).toBe(1);
});

test("what is wrong with the name is told at its field, and the dialog stays", async () => {
  const user = userEvent.setup();
  const server = opened();
  server.refusal = "There is a file survey.py already, and it holds something else.";
  const name = screen.getByRole("textbox", { name: "File name" });

  await user.clear(name);
  await user.type(name, "survey{Enter}");

  expect(name).toBeInvalid();
  expect(name).toHaveAccessibleDescription(/There is a file survey.py already/);
  expect([server.asked[0], made]).toEqual([
    { type: "document.create", path: "survey.py", template: "empty" },
    0,
  ]);
});

test("a name is asked for before anything is sent", async () => {
  const user = userEvent.setup();
  const server = opened();

  await user.clear(screen.getByRole("textbox", { name: "File name" }));
  await user.keyboard("{Enter}");

  expect(screen.getByRole("textbox", { name: "File name" })).toBeInvalid();
  expect(server.asked).toEqual([]);
});

test("a dropped file whose name is taken keeps its text under another", async () => {
  const user = userEvent.setup();
  const server = opened({ dropped: { name: "graph.py", text: "x = 1\n" } });

  await user.click(screen.getByRole("button", { name: "Create" }));

  expect(screen.queryByRole("radio")).toBeNull();
  expect(server.asked).toEqual([{ type: "document.create", path: "graph_2.py", text: "x = 1\n" }]);
});
