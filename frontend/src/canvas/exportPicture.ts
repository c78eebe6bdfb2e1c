/** A picture as an SVG file, for the page's menu and for the command line alike. Pure, and free of any page. */

import type { Drawing } from "./drawing";
import { lookOf, svgOf } from "./exportSvg";
import type { Layout } from "./layout";
import type { Pictured } from "./pictured";

export interface Posed {
  readonly picture: Pictured;
  readonly drawing: Drawing;
  readonly layout: Layout;
}

/** The file's text. A card says below its name what its node writes. */
export function pictureSvg({ picture, drawing, layout }: Posed, theme: "dark" | "light"): string {
  const below = (name: string) => {
    const writes = picture.nodes.find((node) => node.name === name)?.writes ?? [];
    return writes.length === 0 ? null : `writes ${writes.join(", ")}`;
  };
  return svgOf(drawing, layout, lookOf(theme, below));
}
