import react from "@vitejs/plugin-react";
import { type Plugin, type Rolldown, type UserConfigFnObject, defineConfig } from "vite";
import { compressAssets } from "./compress-assets.ts";
import { subsetFonts } from "./subset-fonts.ts";

/** URL of the service that `pnpm --filter @threadline/web dev` uses. */
const service = process.env["THREADLINE_URL"] ?? "http://127.0.0.1:4000";

/**
 * Makes the Markdown parser decode HTML entities with a table. Its browser version uses `innerHTML`, which the content
 * security policy forbids.
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
 * Makes uPlot use `en-US` for the number format that it creates when it loads. With `LANG=C`, Chromium reports the
 * invalid language tag `en-US@posix`, and uPlot would throw. The charts do not use this format.
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

/** With `vite --mode gallery`, serves the gallery of UI components instead of the UI. */
const galleryInstead: Plugin = {
  name: "gallery-instead",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace("./src/main.tsx", "./src/gallery/main.tsx") },
};

/** Libraries that only some pages need, or that load when a dialog or menu opens. */
const large = /@base-ui|@floating-ui|uplot|micromark|mdast|\/yaml\/|\/diff\/|graphql-sse/;

/** Whether neither the module nor any of its imports is part of a large library. */
function isSmall(
  id: string,
  modules: Rolldown.ChunkingContext,
  visited = new Set<string>(), // imports can be cyclic
): boolean {
  if (visited.has(id)) return true;
  visited.add(id);
  if (large.test(id)) return false;
  return modules.getModuleInfo(id)?.importedIds.every((imported) => isSmall(imported, modules, visited)) ?? true;
}

/** Shared modules that the largest pages do not use. They have files of their own. */
const apart = /\/ui\/(form-errors|json-field|number-field|password-field(-messages)?|record-list|table)\./;

/**
 * Bundles modules that many pages share into a few files. Without these groups, one page would load more than a hundred
 * files, many of which have only 1 kB. GraphQL documents stay in separate files, because a page needs only a few of
 * them.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"], priority: 3 },
  { name: "popups", test: /@base-ui|@floating-ui/, minShareCount: 3, priority: 2 },
  {
    name: (id, modules) => (isSmall(id, modules) && !apart.test(id) ? "common" : null),
    test: /apps\/web\/src\/(?!pages|generated)|lucide-react|@tanstack|i18next|use-sync/,
    maxModuleSize: 6_000,
    minShareCount: 6,
    priority: 1,
  },
];

const config: UserConfigFnObject = defineConfig(({ mode }) => ({
  // Relative URLs. The service completes them at run time, when the base path is known.
  base: "./",
  plugins: [
    entitiesByTable,
    chartsWithoutLanguage,
    subsetFonts,
    react(),
    compressAssets,
    ...(mode === "gallery" ? [galleryInstead] : []),
  ],
  build: {
    target: "es2023",
    // The service reads the license notices from this file.
    license: { fileName: ".vite/license.json" },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { "/api": service } },
}));

export default config;
