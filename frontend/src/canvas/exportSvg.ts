/** The canvas as one SVG file: everything inside it, nothing that runs, no address. Pure, and free of any page. */

import { nodeTitle } from "../base/nodeTitle";
import type { Box, Drawing, Wire } from "./drawing";
import { labelText } from "./elkGraph";
import { HEAD_HEIGHT } from "./inside/head";
import { DIAMOND_DROP, type Layout, type Point, type Rect } from "./layout";
import { HEAD_PATH, headOf, roundedPath, underHead } from "./paths";

/** Colours as they stand in the file, and what a card says below its name. */
export interface Look {
  readonly canvas: string;
  readonly surface: string;
  readonly line: string;
  readonly ink: string;
  readonly quiet: string;
  /** By a node's place in the graph, round and round. */
  readonly hues: readonly string[];
  /** The second line of a node's card; null for none. */
  readonly below: (node: string) => string | null;
}

const HUES = {
  light: "#008665 #853aab #1e4976 #d24a8a #746ef0 #6b8b52 #0e8da6 #743101 #026264 #a97500 #8e6ac7 #922940",
  dark: "#15caa7 #b38ccc #6183a9 #ae6684 #d0c4fe #9fe388 #2ca1ab #c35f36 #86cbd2 #ae8a04 #9d79d7 #c57671",
};

/** The page's own colours, light or dark. */
export function lookOf(theme: "dark" | "light", below: Look["below"] = () => null): Look {
  const colours =
    theme === "light"
      ? { canvas: "#f5f6f8", surface: "#ffffff", line: "#5e6572", ink: "#181b21", quiet: "#434956" }
      : { canvas: "#131418", surface: "#191b20", line: "#979eab", ink: "#e9ebf0", quiet: "#bbc0ca" };
  return { ...colours, hues: HUES[theme].split(" "), below };
}

const MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const CHARACTER = 7.3;

/** An open graph inside of a node, with its places in the whole drawing. */
export interface Inset {
  readonly drawing: Drawing;
  readonly layout: Layout;
  readonly look: Look;
  readonly inner: ReadonlyMap<string, Inset>;
}

type Insets = ReadonlyMap<string, Inset>;

/** The file's text. `insets` is what is open inside, by its nodes. */
export function svgOf(drawing: Drawing, layout: Layout, look: Look, insets: Insets = new Map()): string {
  const { x, y } = layout.bounds;
  // Whole, so that the ground reaches every edge of a painted picture.
  const [width, height] = [Math.ceil(layout.bounds.width), Math.ceil(layout.bounds.height)];
  const parts = [
    tag("rect", { x, y, width, height, fill: look.canvas }),
    ...partsOf({ drawing, layout, look, inner: insets }),
  ];
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: [x, y, width, height].map(short).join(" "),
    "font-family": MONO,
    "font-size": 12,
  };
  return `${tag("svg", root, `\n${parts.filter(Boolean).join("\n")}\n`)}\n`;
}

function partsOf({ drawing, layout, look, inner }: Inset): readonly string[] {
  const orders = new Map(drawing.nodes.map(({ name }, order) => [name, order]));
  return [
    ...drawing.wires.map((wire) =>
      wireOf(wire, layout.routes.get(wire.id) ?? [], layout.labels.get(wire.id), look),
    ),
    ...drawing.diamonds.map(({ id, branch }) => diamondOf(branch, layout.diamonds.get(id), look)),
    ...drawing.boxes.map((box) => {
      const [rect, order, inset] = [layout.boxes.get(box.id), orders.get(box.id) ?? 0, inner.get(box.id)];
      return rect === undefined || inset === undefined
        ? boxOf(box, rect, order, look)
        : frameOf(box, rect, { order, look, inset });
    }),
  ];
}

/** The card that a frame grew from, its ground, and what stands on it. */
function frameOf(box: Box, rect: Rect, { order, look, inset }: { order: number; look: Look; inset: Inset }) {
  const hue = hueOf(order, look);
  const head = { ...rect, height: HEAD_HEIGHT };
  const ground = tag("rect", { ...rect, rx: 7, fill: look.canvas, stroke: hue, "stroke-width": 1.5 });
  return [ground, boxOf(box, head, order, look), ...partsOf(inset)].join("\n");
}

function hueOf(order: number, { hues, line }: Look): string {
  return hues[order % hues.length] ?? line;
}

function wireOf(wire: Wire, route: readonly Point[], label: Point | undefined, look: Look): string {
  const head = wire.head ? headOf(route) : null;
  const byOrigin = { declared: undefined, inferred: "6 4", observed: "1.25 4" }[wire.origin];
  const dashes = wire.kind === "handler" ? "9 3 1.5 3" : byOrigin;
  const title = tag("title", {}, escaped(`${wire.name}: ${wire.kind}, ${wire.origin}`));
  const line = tag("path", {
    d: roundedPath(head === null ? route : underHead(route)),
    fill: "none",
    stroke: look.line,
    "stroke-width": wire.origin === "observed" ? 2 : 1.25,
    "stroke-dasharray": dashes,
    "stroke-linecap": wire.origin === "observed" ? "round" : undefined,
  });
  const tip =
    head === null
      ? ""
      : tag("path", {
          d: HEAD_PATH,
          fill: look.line,
          transform: `translate(${short(head.tip.x)} ${short(head.tip.y)}) rotate(${short(head.turn)})`,
        });
  const words =
    label === undefined || wire.label === null
      ? ""
      : text(labelText(wire.label), {
          x: label.x,
          y: label.y + 4,
          fill: look.quiet,
          "text-anchor": "middle",
          ...halo(look),
        });
  return tag("g", {}, title + line + tip + words);
}

function halo({ canvas }: Look) {
  return {
    "font-size": 11,
    "paint-order": "stroke",
    stroke: canvas,
    "stroke-width": 4,
    "stroke-linejoin": "round",
  };
}

function diamondOf(branch: string, middle: Point | undefined, look: Look): string {
  if (middle === undefined) {
    return "";
  }
  const { x, y } = middle;
  const shape = { fill: look.surface, stroke: look.quiet, "stroke-width": 1.25 };
  return (
    tag("path", {
      d: `M${short(x)} ${short(y - DIAMOND_DROP)}V${short(y)}`,
      stroke: look.line,
      "stroke-width": 1.25,
    }) +
    tag("path", { d: `M${short(x)} ${short(y - 7)}l7 7-7 7-7-7z`, ...shape }) +
    text(branch, { x: x + 12, y: y + 4, fill: look.quiet, ...halo(look) })
  );
}

function boxOf(box: Box, rect: Rect | undefined, order: number, look: Look): string {
  if (rect === undefined) {
    return "";
  }
  const { x, y, width, height } = rect;
  switch (box.kind) {
    case "bar":
      return tag("rect", { x, y, width, height, rx: 2, fill: look.quiet });
    case "open":
      return (
        tag("circle", {
          cx: x + width / 2,
          cy: y + height / 2,
          r: width / 2,
          fill: look.canvas,
          stroke: look.line,
          "stroke-dasharray": "2 2",
        }) +
        text("?", {
          x: x + width / 2,
          y: y + height / 2 + 4,
          fill: look.quiet,
          "text-anchor": "middle",
          "font-size": 11,
        })
      );
    case "pill":
      return (
        tag("rect", { x, y, width, height, rx: 10, fill: look.surface, stroke: look.line }) +
        text(nodeTitle(box.id), {
          x: x + width / 2,
          y: y + height / 2 + 4,
          fill: look.quiet,
          "text-anchor": "middle",
          "font-size": 11,
        })
      );
    case "card":
      return cardOf(box.id, rect, hueOf(order, look), look);
  }
}

function cardOf(name: string, { x, y, width, height }: Rect, hue: string, look: Look): string {
  const below = look.below(name);
  const room = Math.floor((width - 24) / CHARACTER);
  return tag(
    "g",
    {},
    tag("title", {}, escaped(name)) +
      tag("rect", {
        x,
        y,
        width,
        height,
        rx: 5,
        fill: look.surface,
        stroke: look.line,
        "stroke-opacity": 0.5,
      }) +
      tag("path", { d: stripAt(x, y, height), fill: hue }) +
      text(cut(name, room), {
        x: x + 14,
        y: y + (below === null ? height / 2 + 4 : 24),
        fill: look.ink,
        "font-weight": 600,
      }) +
      (below === null
        ? ""
        : text(cut(below, room), { x: x + 14, y: y + 44, fill: look.quiet, "font-size": 11 })),
  );
}

/** The coloured edge of a card, within its round corners. */
function stripAt(x: number, y: number, height: number): string {
  const [left, right] = [short(x), short(x + 4)];
  const corner = (end: string) => `A5 5 0 0 0 ${end}`;
  return [
    `M${right} ${short(y + 0.1)}`,
    corner(`${left} ${short(y + 5)}`),
    `V${short(y + height - 5)}`,
    corner(`${right} ${short(y + height - 0.1)}`),
    "Z",
  ].join("");
}

function cut(words: string, room: number): string {
  return words.length > room ? `${words.slice(0, Math.max(1, room - 1))}…` : words;
}

type Attributes = Readonly<Record<string, number | string | undefined>>;

function text(words: string, attributes: Attributes): string {
  return tag("text", attributes, escaped(words));
}

/** One element. All values are escaped; `inside` is markup already. */
function tag(name: string, attributes: Attributes, inside = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === "number" ? short(value) : String(value))}"`)
    .join("");
  return inside === "" ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as XML may hold it: no markup, and none of the signs that XML forbids. */
function escaped(words: string): string {
  const allowed = [...words].filter((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return (
      (code >= 0x20 || code === 0x9 || code === 0xa || code === 0xd) &&
      !isSurrogate &&
      code !== 0xfffe &&
      code !== 0xffff
    );
  });
  return allowed.join("").replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
