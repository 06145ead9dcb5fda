import type { Options } from "tsup";
import { buildTypes } from "../../tooling/build-types.ts";

const options: Options = {
  entry: ["src/index.ts"],
  format: "esm",
  // Neither Node's modules nor a browser's: the package runs on edge runtimes too.
  platform: "neutral",
  target: "es2022",
  removeNodeProtocol: false,
  clean: true,
  onSuccess: () => buildTypes(),
};

export default options;
