import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";

/** The server that `vite dev` hands the page's requests to. */
const server = process.env.STEPGRAPH_SERVER ?? "http://127.0.0.1:8722";

/** The server admits only its own Host and Origin, so the proxy speaks in the server's name. */
const proxied: ProxyOptions = {
  target: server,
  changeOrigin: true,
  headers: { origin: server },
  ws: true,
};

/** Ship ELK's licence beside its worker, which is a file of its own and therefore not in the bundle's list. */
function elkLicence(): Plugin {
  const source = "Source: the package elkjs 0.12.1 (https://github.com/kieler/elkjs), shipped unmodified.";
  return {
    name: "stepgraph:elk-licence",
    apply: "build",
    generateBundle() {
      const text = readFileSync(new URL("node_modules/elkjs/LICENSE.md", import.meta.url), "utf-8");
      this.emitFile({
        type: "asset",
        fileName: "licenses/elkjs.md",
        source: `${source}\n\n${text}`,
      });
    },
  };
}

/** Build what draws without the page too: the page's build has just emptied the folder that both lie in. */
function headless(): Plugin {
  return {
    name: "stepgraph:headless",
    apply: "build",
    async closeBundle() {
      const configFile = fileURLToPath(new URL("vite.export.config.ts", import.meta.url));
      await build({ configFile, logLevel: "warn" });
    },
  };
}

export default defineConfig({
  plugins: [react(), elkLicence(), headless()],
  // The server replaces this word by a fresh nonce in each response.
  html: { cspNonce: "STEPGRAPH_NONCE" },
  build: {
    outDir: "../backend/stepgraph/server/static",
    emptyOutDir: true,
    target: "es2023",
    // The policy allows files of this origin only: nothing becomes a data URL, no script stands in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses/bundled.md" },
    chunkSizeWarningLimit: 2000,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": proxied },
    // The page's tests fold the logs that the Python tests recorded.
    fs: { allow: [".", "../tests/transcripts"] },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    restoreMocks: true,
    passWithNoTests: true,
  },
});
