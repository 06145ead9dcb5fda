import type { Options } from "tsup";
import { buildTypes } from "../../tooling/build-types.ts";

const options: Options = {
  entry: ["src/index.ts"],
  format: "esm",
  // The package also runs on edge runtimes, so it uses neither Node modules nor browser modules.
  platform: "neutral",
  target: "es2022",
  removeNodeProtocol: false,
  clean: true,
  onSuccess: () => buildTypes(),
};

export default options;
