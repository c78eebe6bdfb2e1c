/**
 * Builds what `stepgraph export` draws with: one script without a page, and the letters of its pictures.
 * The page's build calls it.
 */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vite";

const folder = "headless";

function packaged(path: string): Buffer {
  return readFileSync(new URL(`node_modules/${path}`, import.meta.url));
}

/** Ship the letters unmodified, with their licence: a machine without a screen may have none. */
function letters(): Plugin {
  const source = "Source: the package dejavu-fonts-ttf 2.37.3 (DejaVu fonts), shipped unmodified.";
  return {
    name: "stepgraph:letters",
    generateBundle() {
      for (const fileName of ["DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]) {
        const bytes = packaged(`dejavu-fonts-ttf/ttf/${fileName}`);
        this.emitFile({ type: "asset", fileName: `${folder}/${fileName}`, source: bytes });
      }
      const licence = `${source}\n\n${packaged("dejavu-fonts-ttf/LICENSE").toString("utf-8")}`;
      this.emitFile({ type: "asset", fileName: "licenses/dejavu-fonts.md", source: licence });
    },
  };
}

export default defineConfig({
  plugins: [letters()],
  publicDir: false,
  build: {
    outDir: "../backend/stepgraph/server/static",
    emptyOutDir: false,
    target: "es2023",
    lib: {
      entry: "src/canvas/headless.ts",
      formats: ["iife"],
      name: "stepgraphExport",
      fileName: () => `${folder}/draw.js`,
    },
  },
});
