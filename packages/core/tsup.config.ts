import { writeFile } from "node:fs/promises";
import type { Options } from "tsup";
import { buildSubsetTypes, buildTypes } from "../../tooling/build-types.ts";
import { neutralPackage } from "../../tooling/neutral-package.ts";
import { writeThirdParty } from "../../tooling/third-party.ts";

const options: Options = {
  ...neutralPackage,
  entry: ["src/browser.ts", "src/index.ts", "src/internal.ts", "src/otlp.ts", "src/recording.ts", "src/spool.ts"],
  // The Node entry of `ofetch` spends some 40 ms on loading another HTTP client, so the neutral entry is bundled.
  noExternal: ["ofetch"],
  metafile: true,
  onSuccess: async () => {
    await writeThirdParty();
    await buildTypes();
    // Its own declarations: a page uses no other entry.
    await buildTypes({ entry: { browser: "src/browser.ts" } });
    await buildSubsetTypes(["otlp", "recording", "spool"]);
    // No declarations, because users import nothing from it.
    await writeFile("dist/internal.d.ts", "export {};\n");
  },
};

export default options;
