/** What is drawn, as files for the person to keep. */

import { drawnGraphIn } from "../store/document";
import type { PageState } from "../store/state";
import { mermaidOf } from "./exportMermaid";
import { pictureSvg } from "./exportPicture";
import type { Drawn } from "./useDrawn";

export type Format = "json" | "mermaid" | "png" | "python" | "svg";

export const FORMATS: readonly { readonly format: Format; readonly name: string; readonly ending: string }[] =
  [
    { format: "svg", name: "SVG", ending: ".svg" },
    { format: "png", name: "PNG", ending: ".png" },
    { format: "mermaid", name: "Mermaid", ending: ".mmd" },
    { format: "json", name: "JSON", ending: ".json" },
    { format: "python", name: "Python", ending: ".py" },
  ];

/** A file's content, or why there is none. */
export async function exported(format: Format, drawn: Drawn, state: PageState): Promise<Blob | string> {
  switch (format) {
    case "svg":
      return new Blob([svgText(drawn)], { type: "image/svg+xml" });
    case "png":
      return pngOf(svgText(drawn), drawn);
    case "mermaid":
      return new Blob([mermaidOf(drawn.picture, drawn.frames)], { type: "text/plain" });
    case "json": {
      const graph = drawnGraphIn(state) ?? state.shown.snapshot.graph ?? state.live.graph;
      return new Blob([`${JSON.stringify(graph, null, 2)}\n`], { type: "application/json" });
    }
    case "python":
      return state.document === null
        ? "The file's text is not here yet."
        : new Blob([state.document.text], { type: "text/x-python" });
  }
}

/** Let the browser keep a file. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The file's name without its folder and ending. */
export function stemOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? "";
  return name.replace(/\.[^.]*$/, "") || "graph";
}

function svgText(drawn: Drawn): string {
  return pictureSvg(drawn, isDark() ? "dark" : "light");
}

/** A picture twice as fine as the screen's, as far as browsers can hold one. */
async function pngOf(svg: string, { layout }: Drawn): Promise<Blob | string> {
  const { width, height } = layout.bounds;
  const scale = Math.min(2, MOST_PIXELS / Math.max(width, height, 1));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob ?? "The browser could not make a picture of this size. Export it as SVG.";
}

const MOST_PIXELS = 12_000;

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? window.matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
