import { writeFile } from "node:fs/promises";
import type { Options } from "tsup";
import { buildSubsetTypes, buildTypes } from "../../tooling/build-types.ts";
import { writeThirdParty } from "../../tooling/third-party.ts";

const options: Options = {
  entry: ["src/index.ts", "src/internal.ts", "src/otlp.ts", "src/recording.ts", "src/spool.ts"],
  format: "esm",
  // Neither Node's modules nor a browser's: the package runs on edge runtimes too.
  platform: "neutral",
  // Its entry for Node loads another HTTP client, some 40 ms; the neutral one goes into the bundle.
  noExternal: ["ofetch"],
  target: "es2022",
  removeNodeProtocol: false,
  clean: true,
  metafile: true,
  onSuccess: async () => {
    await writeThirdParty();
    await buildTypes();
    await buildSubsetTypes(["otlp", "recording", "spool"]);
    // No names: users import nothing from it.
    await writeFile("dist/internal.d.ts", "export {};\n");
  },
};

export default options;
