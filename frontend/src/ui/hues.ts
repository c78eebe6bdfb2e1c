/** The look of a node: one hue and one glyph by its order in the graph, the same everywhere it left a trace. */

/** A shape that goes with a hue, since no set of hues is safe for every eye. */
export type Glyph = "circle" | "square" | "triangle" | "diamond" | "hexagon" | "ring";

/** What a node is drawn with; `hue` is the value of a `data-hue` attribute. */
export interface NodeLook {
  readonly hue: number;
  readonly glyph: Glyph;
}

const HUES = 12;
const GLYPHS = ["circle", "square", "triangle", "diamond", "hexagon"] as const satisfies readonly Glyph[];

/** The look of what no node wrote: the input, an edit, a node that the graph no longer has. */
export const NO_NODE: NodeLook = { hue: 0, glyph: "ring" };

/** The look of the node at this place in the graph. 12 and 5 share no factor, so sixty pairs pass before one repeats. */
export function nodeLook(order: number): NodeLook {
  if (!Number.isInteger(order) || order < 0) {
    return NO_NODE;
  }
  return { hue: (order % HUES) + 1, glyph: GLYPHS[order % GLYPHS.length] ?? "circle" };
}
