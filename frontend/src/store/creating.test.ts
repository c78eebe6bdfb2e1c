import { expect, test } from "vitest";
import { create, fileNamed, freeName } from "./creating";
import { TestServer } from "./testing/server";

test("a file's name gets the ending that it needs", () => {
  expect(["", " survey ", "survey.py", "deep/survey"].map(fileNamed)).toEqual([
    "",
    "survey.py",
    "survey.py",
    "deep/survey.py",
  ]);
});

test("a free name is the wanted one, or that one with the first number that nobody has", () => {
  expect(freeName("graph.py", [])).toBe("graph.py");
  expect(freeName("graph.py", ["graph.py", "graph_2.py", "other.py"])).toBe("graph_3.py");
});

test("a refusal is told to the form that asked, and not as the page's notice", async () => {
  const server = new TestServer().welcome();
  server.refusal = "A file of this name is there.";

  const problem = await create(server.page, { path: "graph.py" });

  expect(problem?.sentence).toBe("A file of this name is there.");
  expect(server.page.state.get().refusal).toBeNull();
});
