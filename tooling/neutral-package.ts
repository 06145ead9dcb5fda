import type { Options } from "tsup";
import { buildTypes } from "./build-types.ts";

/** Build options for a package that also runs outside Node, with `src/index.ts` as its only entry. */
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
