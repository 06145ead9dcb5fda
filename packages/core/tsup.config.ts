import { writeFile } from "node:fs/promises";
import type { Options } from "tsup";
import { buildSubsetTypes, buildTypes } from "../../tooling/build-types.ts";
import { neutralPackage } from "../../tooling/neutral-package.ts";
import { writeThirdParty } from "../../tooling/third-party.ts";

const options: Options = {
  ...neutralPackage,
  entry: [
    "src/browser.ts",
    "src/dataset-files.ts",
    "src/index.ts",
    "src/internal.ts",
    "src/otlp.ts",
    "src/recording.ts",
    "src/scorers.ts",
    "src/spool.ts",
  ],
  // `ofetch` has a neutral entry, which is bundled. Its Node entry needs about 40 ms to load another HTTP client.
  noExternal: ["ofetch"],
  metafile: true,
  esbuildOptions: (build) => {
    // The CSV parser only has the entry `main`.
    build.mainFields = ["module", "main"];
  },
  // The CSV parser loads `stream` only for Node streams, which this package does not pass to it.
  external: ["stream"],
  esbuildPlugins: [
    {
      name: "parquet-without-node",
      // The default entries of these packages import Node modules, so their main source files are bundled.
      setup(build) {
        build.onResolve({ filter: /^hyparquet(-writer)?$/ }, ({ path, resolveDir, kind }) =>
          build.resolve(`${path}/src/index.js`, { resolveDir, kind }),
        );
      },
    },
  ],
  onSuccess: async () => {
    await writeThirdParty();
    await buildTypes();
    // A web page loads only this entry, so its declarations must not refer to other entries.
    await buildTypes({ entry: { browser: "src/browser.ts" } });
    // A class must have the same declarations in all entries. The scorers share no class with other entries, so they
    // can have declarations of their own.
    await buildTypes({ entry: { scorers: "src/scorers.ts" } });
    await buildTypes({ entry: { "dataset-files": "src/dataset-files.ts" } });
    await buildSubsetTypes(["otlp", "recording", "spool"]);
    // Users do not import this entry, so it gets no declarations.
    await writeFile("dist/internal.d.ts", "export {};\n");
  },
};

export default options;
