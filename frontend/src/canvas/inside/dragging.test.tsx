/** Moving boxes of the root while a graph inside is open. */

import { act } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openInside } from "../../store/insideActs";
import { opened } from "../../store/opened";
import { HOLDING } from "../../store/testing/inner";
import { logOf } from "../../store/testing/log";
import { END, START } from "../drawing";
import { card, drawnCanvas, freshCanvas, placeOf } from "../testing/canvas";
import { drawnGraph } from "../testing/drawn";
import { edge } from "../testing/graphs";
import { drag, lift, middleOf, numbersIn } from "../testing/pressing";

beforeEach(() => {
  freshCanvas();
  opened.setState({ open: new Map() });
});

const GRAPH = drawnGraph(["dig", "report"], [edge(START, "dig"), edge("dig", "report"), edge("report", END)]);

test("a box below an open graph is kept where it stands with everything closed", async () => {
  const server = await drawnCanvas(GRAPH, logOf(HOLDING));
  const [x = 0, y = 0] = numbersIn(placeOf("report"));
  act(() => openInside(server.page, "dig"));
  const [openX = 0, openY = 0] = numbersIn(placeOf("report"));
  expect(openY).toBeGreaterThan(y);

  const start = middleOf("report");
  drag(card("report"), start, { clientX: start.clientX + 80, clientY: start.clientY + 40 });
  await lift();

  expect(numbersIn(placeOf("report"))).toEqual([openX + 80, openY + 40]);
  expect(server.asked).toContainEqual({
    type: "document.arrange",
    graph: "graph",
    boxes: [{ name: "report", x: x + 80, y: y + 40 }],
  });
});

test("a press on a card inside a frame drags nothing", async () => {
  const server = await drawnCanvas(GRAPH, logOf(HOLDING));
  act(() => openInside(server.page, "dig"));
  const before = ["dig", "report"].map(placeOf);

  const start = middleOf("dig");
  drag(card("dig › drill"), start, { clientX: start.clientX + 80, clientY: start.clientY + 40 });
  await lift();

  expect(["dig", "report"].map(placeOf)).toEqual(before);
  expect(server.asked.filter(({ type }) => type === "document.arrange")).toEqual([]);
});
