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

/** The picture of the graph at that path: as its text has it, where that is known and tells all of it. */
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
  const isTold = drawn !== null && tellsAll(drawn, compiled);
  const picture = lookedAt(path, isTold ? fromText(drawn, compiled) : null, compiled);
  if (picture !== null) {
    ofKey.set(path, { by: compiled, picture });
  }
  return picture;
}

/** What a loop or other code builds, only the compiled graph knows. */
function tellsAll({ locks, nodes, edges }: DrawnGraph, compiled: GraphCompiled | null): boolean {
  if (locks.length === 0 || compiled === null) {
    return true;
  }
  const names = new Set(nodes.map(({ name }) => name));
  const ways = new Set(edges.map(wayOf));
  return (
    compiled.nodes.every(({ name }) => names.has(name)) &&
    compiled.edges.every((edge) => ways.has(wayOf(edge)))
  );
}

function wayOf({ source, target }: { source: string; target: string | null }): string {
  return JSON.stringify([source, target]);
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
