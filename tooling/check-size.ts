/** Bundles each SDK package for a browser-like runtime, with its dependencies but not our own packages, and limits its size. */
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./published-packages.ts";

/** Bytes. Of core, 24,000 are our own code: operations, recording, delivery and the spool. */
const limits: Record<string, number> = { "packages/core": 32_000, "packages/openai": 12_000 };

for (const [folder, limit] of Object.entries(limits)) {
  const { peerDependencies = {} } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
  const { outputFiles } = await build({
    entryPoints: [join(root, folder, "dist/index.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import", "default"],
    external: ["node:*", "@threadline/*", ...Object.keys(peerDependencies)],
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "").byteLength;
  console.log(`${folder}: ${size} bytes of at most ${limit} (minified, gzip, dependencies included)`);
  if (size > limit) process.exitCode = 1;
}
