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
  // If `ofetch` were not bundled, Node would load the Node entry of `ofetch`. That entry loads another HTTP client,
  // which takes about 40 ms. The bundled entry does not.
  noExternal: ["ofetch"],
  metafile: true,
  esbuildOptions: (build) => {
    // The CSV parser has neither `exports` nor `module`. So esbuild must read `main`, which it ignores by default on
    // the neutral platform.
    build.mainFields = ["module", "main"];
  },
  // The CSV parser loads `stream` only for Node streams, which this package does not pass to it.
  external: ["stream"],
  esbuildPlugins: [
    {
      name: "parquet-without-node",
      // By default, the names of these packages resolve to entries that import Node modules, which edge runtimes lack.
      // `src/index.js` imports none.
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
    // If two entries declare the same class, TypeScript may treat the two declarations as different types. The scorers
    // share no class with other entries, so their declarations can be built separately.
    await buildTypes({ entry: { scorers: "src/scorers.ts" } });
    await buildTypes({ entry: { "dataset-files": "src/dataset-files.ts" } });
    await buildSubsetTypes(["otlp", "recording", "spool"]);
    // Users do not import this entry, so it gets no declarations.
    await writeFile("dist/internal.d.ts", "export {};\n");
  },
};

export default options;
