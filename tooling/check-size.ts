/**
 * Bundles the parts of the SDK that an application imports, with dependencies, for a runtime like a browser. Limits the
 * size of the code that is loaded initially. Modules that the SDK loads by `import()` are not included.
 */
import { gzipSync } from "node:zlib";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "./published-packages.ts";

const core = join(root, "packages/core/dist");
const openai = join(root, "packages/openai/dist/index.js");
const agents = join(root, "packages/agents/dist/index.js");
const mastra = join(root, "packages/mastra/dist/index.js");
const mcp = join(root, "packages/mcp/dist/index.js");

/**
 * Maximum sizes in bytes, minified and gzipped. Each is at most five percent above the current size. In the core,
 * recording takes about 19,000 bytes, the operations 19,000, the OTLP exporter 3,000, and the spool 2,500.
 */
const limits: readonly { what: string; code: string; limit: number }[] = [
  { what: "core", code: `export * from "${core}/index.js"`, limit: 52_990 },
  { what: "core/recording", code: `export * from "${core}/recording.js"`, limit: 19_900 },
  { what: "core/scorers", code: `export * from "${core}/scorers.js"`, limit: 62_880 },
  { what: "core/browser", code: `export * from "${core}/browser.js"`, limit: 19_300 },
  {
    what: "core/recording and openai",
    code: `export { RecordingClient } from "${core}/recording.js"; export { observe } from "${openai}"`,
    limit: 31_070,
  },
  {
    what: "core/recording and agents",
    code: `export { RecordingClient } from "${core}/recording.js"; export { ThreadlineTracingProcessor } from "${agents}"`,
    limit: 23_750,
  },
  {
    what: "core/recording and mastra",
    code: `export { RecordingClient } from "${core}/recording.js"; export { ThreadlineExporter } from "${mastra}"`,
    limit: 24_510,
  },
  {
    what: "core/recording and mcp",
    code: `export { RecordingClient } from "${core}/recording.js"; export { observeTransport } from "${mcp}"`,
    limit: 21_000,
  },
];

const resolveOurs: Plugin = {
  name: "use built packages",
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
    bundler.onResolve({ filter: /^@threadline\/core\/(recording|internal)$/ }, ({ path }) => ({
      path: join(core, `${basename(path)}.js`),
    }));
  },
};

for (const { what, code, limit } of limits) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import", "default"],
    external: ["node:*", "openai", "@langchain/*"],
    plugins: [resolveOurs],
    logLevel: "error",
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "").byteLength;
  console.log(`${what}: ${size} bytes of at most ${limit} (minified, gzip, dependencies included)`);
  if (size > limit) process.exitCode = 1;
}
