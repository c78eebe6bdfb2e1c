/** A picture as an SVG file, for the page's menu and for the command line alike. Pure, and free of any page. */

import type { Drawing } from "./drawing";
import { type Inset, type Look, lookOf, svgOf } from "./exportSvg";
import type { Frame } from "./inside/framed";
import type { Layout } from "./layout";
import type { Pictured } from "./pictured";

export interface Posed {
  readonly picture: Pictured;
  readonly drawing: Drawing;
  readonly layout: Layout;
  /** What is open inside, by its nodes. */
  readonly frames?: ReadonlyMap<string, Frame>;
}

const NO_FRAMES: ReadonlyMap<string, Frame> = new Map();

/** The file's text. A card says below its name what its node writes. */
export function pictureSvg(
  { picture, drawing, layout, frames = NO_FRAMES }: Posed,
  theme: "dark" | "light",
): string {
  return svgOf(drawing, layout, lookOf(theme, belowIn(picture)), insetsOf(frames, theme));
}

function insetsOf(frames: ReadonlyMap<string, Frame>, theme: "dark" | "light"): ReadonlyMap<string, Inset> {
  return new Map(
    [...frames].map(([name, { picture, drawing, layout, inner }]) => [
      name,
      { drawing, layout, look: lookOf(theme, belowIn(picture)), inner: insetsOf(inner, theme) },
    ]),
  );
}

function belowIn({ nodes }: Pictured): Look["below"] {
  return (name) => {
    const writes = nodes.find((node) => node.name === name)?.writes ?? [];
    return writes.length === 0 ? null : `writes ${writes.join(", ")}`;
  };
}
