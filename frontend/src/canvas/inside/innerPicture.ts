/** A graph inside as the canvas pictures it: looked at, and not drawn on. Pure, each made once. */

import type { DrawnGraph, GraphCompiled } from "../../protocol/generated";
import type { InnerSource } from "../../store/innerGraphs";
import { ofCompiled, ofDrawn, type Pictured } from "../pictured";

/** Why nothing is drawn inside a frame. */
export const INSIDE_BLOCKED =
  "The graph inside a node is looked at here, and drawn where the file builds it: open that graph of the file to change it.";

const pictures = new WeakMap<
  DrawnGraph | GraphCompiled,
  Map<string, { by: GraphCompiled | null; picture: Pictured }>
>();

/** The picture of the graph at that path: as its text has it, where that is known. */
export function innerPicture(path: string, { drawn, compiled }: InnerSource): Pictured | null {
  const key = drawn ?? compiled;
  if (key === null) {
    return null;
  }
  const ofKey = pictures.get(key) ?? new Map();
  pictures.set(key, ofKey);
  const before = ofKey.get(path);
  if (before !== undefined && before.by === compiled) {
    return before.picture;
  }
  const picture = lookedAt(path, drawn === null ? null : fromText(drawn, compiled), compiled);
  if (picture !== null) {
    ofKey.set(path, { by: compiled, picture });
  }
  return picture;
}

function fromText(graph: DrawnGraph, compiled: GraphCompiled | null): Pictured {
  return ofDrawn({ path: "", graph, revision: 0, readOnly: INSIDE_BLOCKED }, compiled);
}

function lookedAt(path: string, drawn: Pictured | null, compiled: GraphCompiled | null): Pictured | null {
  const picture = drawn ?? (compiled === null ? null : ofCompiled(compiled, "now"));
  return (
    picture && {
      ...picture,
      id: path,
      revision: null,
      blocked: INSIDE_BLOCKED,
      nodes: picture.nodes.map((node) => ({ ...node, drawn: null })),
    }
  );
}
