import react from "@vitejs/plugin-react";
import { type Plugin, type UserConfigFnObject, defineConfig } from "vite";
import { subsetFonts } from "./subset-fonts.ts";

/** URL of the service for `pnpm --filter @threadline/web dev`. */
const service = process.env["THREADLINE_URL"] ?? "http://127.0.0.1:4000";

/**
 * Uses the Markdown parser's table of HTML entities instead of its browser decoder, which writes to `innerHTML` and
 * violates our policy.
 */
const entitiesByTable: Plugin = {
  name: "entities-by-table",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (source !== "decode-named-character-reference") return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && found.id.replace("index.dom.js", "index.js");
  },
};

const chartLanguage = "domEnv ? nav.language : 'en-US'";

/**
 * The charts format numbers in the browser's language as soon as they load, though our axes write their own. With `LANG=C`
 * that language is `en-US@posix`, which is no valid tag and throws.
 */
const chartsWithoutLanguage: Plugin = {
  name: "charts-without-language",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/uPlot.esm.js")) return null;
    if (!code.includes(chartLanguage)) throw new Error(`uPlot no longer has \`${chartLanguage}\`: see vite.config.ts`);
    return { code: code.replace(chartLanguage, "'en-US'"), map: null };
  },
};

/** Shows the gallery of all primitives instead of the UI, in `vite --mode gallery`. */
const galleryInstead: Plugin = {
  name: "gallery-instead",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace("./src/main.tsx", "./src/gallery/main.tsx") },
};

const config: UserConfigFnObject = defineConfig(({ mode }) => ({
  // Relative URLs, which the service completes at run time, because only then is the base path known.
  base: "./",
  plugins: [
    entitiesByTable,
    chartsWithoutLanguage,
    subsetFonts,
    react(),
    ...(mode === "gallery" ? [galleryInstead] : []),
  ],
  build: {
    target: "es2023",
    // The service reads the license notices from this file.
    license: { fileName: ".vite/license.json" },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { "/api": service } },
}));

export default config;
