import { copyFile, mkdir } from "node:fs/promises";
import type { Options } from "tsup";
import { buildTypes } from "../../tooling/build-types.ts";
import { packWeb } from "../../tooling/pack-web.ts";
import { locateExplorerAssets } from "./src/http/explorer/explorer-assets.ts";

const options: Options = {
  entry: {
    index: "src/index.ts",
    threadline: "src/threadline.ts",
    // Started by its name, from the chunk that holds the store.
    "run-store-thread": "src/store/sqlite/run-store-thread.ts",
  },
  format: "esm",
  platform: "node",
  target: "node22",
  // node:sqlite has no other name.
  removeNodeProtocol: false,
  // Private, so it is never published on its own.
  noExternal: ["@threadline/schema"],
  clean: true,
  async onSuccess() {
    await mkdir("dist/explorer", { recursive: true });
    for (const [name, path] of locateExplorerAssets()) await copyFile(path, `dist/explorer/${name}`);
    await packWeb({ from: "../../apps/web/dist", to: "dist/web" });
    await buildTypes();
  },
};

export default options;
