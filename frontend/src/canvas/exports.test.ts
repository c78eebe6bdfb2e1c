import { expect, test } from "vitest";
import { drawingOf, END, START } from "./drawing";
import { stemOf } from "./exporting";
import { mermaidOf } from "./exportMermaid";
import { lookOf, svgOf } from "./exportSvg";
import { provisionalLayout } from "./provisional";
import { branchEdge, edge, graphOf, surveyGraph } from "./testing/graphs";

const HOSTILE = `<script>alert("1")</script>&'"\u0000`;

function svgFor(graph: Parameters<typeof drawingOf>[0], theme: "dark" | "light" = "light"): Document {
  const drawing = drawingOf(graph);
  const text = svgOf(drawing, provisionalLayout(drawing), lookOf(theme));
  return new DOMParser().parseFromString(text, "image/svg+xml");
}

test("an SVG shows every node, every edge and every branch", () => {
  const svg = svgFor(surveyGraph());

  const words = [...svg.querySelectorAll("text")].map((text) => text.textContent);
  expect(words).toEqual(
    expect.arrayContaining(["fan", "north", "permit", "south", "merge", "report", "enough"]),
  );
  const titles = [...svg.querySelectorAll("g > title")].map((title) => title.textContent);
  expect(titles).toContain("fan->permit: command, inferred");
  expect(svg.querySelectorAll('path[stroke-dasharray="6 4"]').length).toBe(1);
});

test("an SVG holds no script, no address and no style of a page, whatever a node is called", () => {
  const svg = svgFor(graphOf([HOSTILE], [edge(START, HOSTILE), branchEdge(HOSTILE, END, HOSTILE)]));

  expect(svg.querySelector("parsererror, script, style, foreignObject, image, a")).toBeNull();
  expect([...svg.querySelectorAll("*")].flatMap((element) => element.getAttributeNames())).not.toContain(
    "href",
  );
  expect(svg.querySelector("g > title")?.textContent).toContain("<script>");
});

test("an SVG has the colours of its theme inside", () => {
  expect(svgFor(surveyGraph(), "dark").querySelector("rect")?.getAttribute("fill")).toBe("#131418");
  expect(svgFor(surveyGraph(), "light").querySelector("rect")?.getAttribute("fill")).toBe("#f5f6f8");
});

test("Mermaid tells declared edges from others, and leaves an unknown end open", () => {
  const graph = graphOf(
    ["a", "b"],
    [edge(START, "a"), edge("a", "b"), edge("b", null, { kind: "branch", branch: "go" })],
  );

  expect(mermaidOf(graph)).toBe(
    [
      "flowchart TD",
      '  start(["START"])',
      '  n0["a"]',
      '  n1["b"]',
      "  start --> n0",
      "  n0 --> n1",
      '  n1 -.-> open2(["?"])',
      "",
    ].join("\n"),
  );
});

test("Mermaid nests what is open inside of a node, with ids of its own", () => {
  const inside = graphOf(["drill"], [edge(START, "drill"), edge("drill", END)]);
  const graph = graphOf(["dig"], [edge(START, "dig")]);

  expect(mermaidOf(graph, new Map([["dig", { picture: inside, inner: new Map() }]]))).toBe(
    [
      "flowchart TD",
      '  start(["START"])',
      '  subgraph n0["dig"]',
      '    n0_start(["START"])',
      '    n0_finish(["END"])',
      '    n0_n0["drill"]',
      "    n0_start --> n0_n0",
      "    n0_n0 --> n0_finish",
      "  end",
      "  start --> n0",
      "",
    ].join("\n"),
  );
});

test("an SVG shows what is open inside of a node, on a ground of its own", () => {
  const [outer, inside] = [
    graphOf(["dig"], [edge(START, "dig")]),
    graphOf(["drill"], [edge(START, "drill")]),
  ];
  const [drawing, inner] = [drawingOf(outer), drawingOf(inside)];
  const look = lookOf("light");
  const inset = { drawing: inner, layout: provisionalLayout(inner), look, inner: new Map() };

  const text = svgOf(drawing, provisionalLayout(drawing), look, new Map([["dig", inset]]));
  const svg = new DOMParser().parseFromString(text, "image/svg+xml");

  const words = [...svg.querySelectorAll("text")].map((one) => one.textContent);
  expect(words.toSorted()).toEqual(["START", "START", "dig", "drill"]);
  expect(svg.querySelector(`rect[stroke="${look.hues[0]}"]`)).not.toBeNull();
});

test("no name breaks out of Mermaid's quotes or is read as its markup", () => {
  const text = mermaidOf(graphOf([`x"] --> y; <b>\nclick`], []));

  expect(text).toContain('n0["x#34;#93; --#62; y#59; #60;b#62;#10;click"]');
});

test("a file is called after the document", () => {
  expect([stemOf("graphs/survey.py"), stemOf("C:\\graphs\\a.b.py"), stemOf("")]).toEqual([
    "survey",
    "a.b",
    "graph",
  ]);
});
