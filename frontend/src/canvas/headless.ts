/** What draws graphs where there is no page: a script of its own, with the canvas's drawing, layout and export. */

import type { ElkNode } from "elkjs/lib/elk-api";
import type { DrawnGraph } from "../protocol/generated";
import { arranger, type Wanted } from "./arranger";
import { drawingOf } from "./drawing";
import { elkGraphOf, layoutOf } from "./elkGraph";
import { mermaidOf } from "./exportMermaid";
import { pictureSvg } from "./exportPicture";
import type { Point } from "./layout";
import { ofDrawn, type Pictured } from "./pictured";

/** What is to be drawn: a graph as it was read, and where a person put its boxes. */
export interface Asked {
  readonly graph: DrawnGraph;
  readonly places: Readonly<Record<string, Point>>;
  readonly theme: "dark" | "light";
}

export interface Answer {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The scope that ELK's worker script was run in: what it is sent, it answers at once. */
export interface ElkScope {
  readonly onmessage: (event: { readonly data: unknown }) => void;
  postMessage: (answer: ElkAnswer) => void;
}

interface ElkAnswer {
  readonly id: number;
  readonly data?: ElkNode;
  readonly error?: { readonly message?: string };
}

/** Draw a graph as the canvas shows it after it was opened. Takes an `Asked` and gives an `Answer`, both as JSON. */
export function draw(scope: ElkScope, text: string): string {
  const { graph, places, theme }: Asked = JSON.parse(text);
  const picture = pictureOf(graph);
  const drawing = drawingOf(picture);
  const wanted: Wanted = {
    id: picture.id,
    revision: picture.revision,
    drawing,
    places: new Map(Object.entries(places)),
  };
  const mine = arranger();
  mine.layout(wanted);
  mine.tidied(wanted, layoutOf(drawing, laidOut(scope, elkGraphOf(drawing))));
  const layout = mine.layout(wanted);
  const answer: Answer = {
    svg: pictureSvg({ picture, drawing, layout }, theme),
    width: layout.bounds.width,
    height: layout.bounds.height,
  };
  return JSON.stringify(answer);
}

/** A graph, given as JSON, as Mermaid's flowchart. */
export function mermaid(text: string): string {
  return mermaidOf(pictureOf(JSON.parse(text)));
}

function pictureOf(graph: DrawnGraph): Pictured {
  return ofDrawn({ path: "", graph, revision: 0, readOnly: null }, null);
}

/** ELK's own answer. No timer and no promise is in its way: a bare engine has none that can be relied on. */
function laidOut(scope: ElkScope, graph: ElkNode): ElkNode {
  const answers = new Map<number, ElkAnswer>();
  scope.postMessage = (answer) => answers.set(answer.id, answer);
  scope.onmessage({ data: { id: 0, cmd: "register", algorithms: ["layered"] } });
  scope.onmessage({ data: { id: 1, cmd: "layout", graph, layoutOptions: {}, options: {} } });
  const { data, error } = answers.get(1) ?? {};
  if (data === undefined) {
    throw new Error(`ELK gave no layout: ${error?.message ?? "it did not answer"}.`);
  }
  return data;
}
