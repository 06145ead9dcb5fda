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
  // Bundles the neutral entry of `ofetch`. Its Node entry needs about 40 ms to load another HTTP client.
  noExternal: ["ofetch"],
  metafile: true,
  esbuildOptions: (build) => {
    // The CSV parser only has the entry `main`.
    build.mainFields = ["module", "main"];
  },
  // The CSV parser only loads `stream` to read Node streams, which this package does not pass to it.
  external: ["stream"],
  esbuildPlugins: [
    {
      name: "parquet-without-node",
      // The default entries of these packages import modules of Node, so their main source files are used.
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
    // Builds separate declarations, because a web page that loads this entry loads no other entry.
    await buildTypes({ entry: { browser: "src/browser.ts" } });
    // Builds separate declarations, because scorers share no class with other entries.
    await buildTypes({ entry: { scorers: "src/scorers.ts" } });
    await buildTypes({ entry: { "dataset-files": "src/dataset-files.ts" } });
    await buildSubsetTypes(["otlp", "recording", "spool"]);
    // Writes no declarations, because users import nothing from this entry.
    await writeFile("dist/internal.d.ts", "export {};\n");
  },
};

export default options;
