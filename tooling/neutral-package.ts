import type { Options } from "tsup";
import { buildTypes } from "./build-types.ts";

/** Build options for a package whose only entry is `src/index.ts`. */
export const neutralPackage: Options = {
  entry: ["src/index.ts"],
  format: "esm",
  // The package also runs on edge runtimes, so it uses neither Node modules nor browser modules.
  platform: "neutral",
  target: "es2022",
  removeNodeProtocol: false,
  clean: true,
  onSuccess: () => buildTypes(),
};
