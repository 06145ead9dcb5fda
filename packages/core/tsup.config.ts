import type { Options } from "tsup";
import { buildTypes } from "../../tooling/build-types.ts";

const options: Options = {
  entry: ["src/index.ts"],
  format: "esm",
  // Neither Node's modules nor a browser's: the package runs on edge runtimes too.
  platform: "neutral",
  // Their entries for Node load much more (another HTTP client, hashes), some 40 and 28 ms; the neutral ones go into the bundle.
  noExternal: ["ofetch", "uuid"],
  target: "es2022",
  removeNodeProtocol: false,
  clean: true,
  onSuccess: () => buildTypes(),
};

export default options;
