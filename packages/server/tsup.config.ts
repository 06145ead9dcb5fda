import { copyFile, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import type { Options } from "tsup";
import { buildTypes } from "../../tooling/build-types.ts";
import { packWeb } from "../../tooling/pack-web.ts";
import { readThirdParty, type ThirdParty, writeThirdParty } from "../../tooling/third-party.ts";
import { engineFile } from "./src/evaluators/code/engine-file.ts";
import { locateExplorerAssets } from "./src/http/explorer/explorer-assets.ts";

/** Packages bundled with the UI and the explorer. */
async function thirdPartyOfPages(): Promise<ThirdParty[]> {
  const licences = JSON.parse(await readFile("../../apps/web/dist/.vite/license.json", "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly identifier: string;
    readonly text: string;
  }[];
  const ofUi = licences.map(({ name, version, identifier, text }) => ({
    name,
    version,
    licence: identifier,
    notice: text,
  }));
  const require = createRequire(import.meta.url);
  const ofExplorer = ["graphiql", "react", "react-dom"].map((name) =>
    readThirdParty(dirname(require.resolve(`${name}/package.json`))),
  );
  return [...ofUi, ...(await Promise.all(ofExplorer))];
}

const options: Options = {
  entry: {
    index: "src/index.ts",
    threadline: "src/threadline.ts",
    // Worker threads. The service starts each of them by its file name, which must be in the folder of the bundled
    // code.
    "run-store-thread": "src/store/threads/run-store-thread.ts",
    "run-price-patterns": "src/store/prices/run-price-patterns.ts",
    "run-code-thread": "src/evaluators/code/run-code-thread.ts",
  },
  format: "esm",
  platform: "node",
  target: "node22",
  // `node:sqlite` exists only with the prefix `node:`.
  removeNodeProtocol: false,
  noExternal: [
    // The tests of this package need the service, and the service needs this package. So the package is bundled from
    // its sources, and its build is not needed (docs/decisions/0105).
    "@threadline/core",
    // Private packages. They must be bundled, because they are never published.
    "@threadline/evaluation",
    "@threadline/schema",
    // Has no dependencies, and only a part of it is used (docs/decisions/0090).
    "@bufbuild/protobuf",
    // Has 25 dependencies that the service never calls (docs/decisions/0097).
    "@grpc/grpc-js",
    "@js-sdsl/ordered-map",
    // Of its 20 dependencies, 12 are used, and only in part (docs/decisions/0053).
    "better-auth",
    /^@better-(auth|fetch)\//,
    /^@noble\//,
    "better-call",
    "defu",
    // If it were not bundled, each store thread would load its 300 files, which takes 130 ms (docs/decisions/0086).
    "kysely",
    "rou3",
    // `better-auth` needs this package, and the service parses its settings with it (docs/decisions/0088).
    "zod",
  ],
  // `@grpc/grpc-js` uses this package only to register debugging methods. The service does not register any.
  external: ["@grpc/proto-loader"],
  plugins: [
    {
      name: "require-in-modules",
      // Bundled CommonJS requires modules of Node, for which an ES module needs its own `require`.
      renderChunk(code) {
        if (!code.includes("Dynamic require of")) return undefined;
        const banner =
          'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
        return { code: code.startsWith("#!") ? code.replace(/\n/u, `\n${banner}`) : banner + code };
      },
    },
  ],
  esbuildOptions(build) {
    build.conditions = ["@threadline/source"];
    // The Node entry of `ofetch` would load another HTTP client. The alias selects the entry that uses the global
    // `fetch`.
    build.alias = { ofetch: resolve("../core/node_modules/ofetch/dist/index.mjs") };
  },
  metafile: true,
  clean: true,
  async onSuccess() {
    await copyFile(engineFile(), "dist/quickjs.wasm");
    await mkdir("dist/explorer", { recursive: true });
    for (const [name, path] of locateExplorerAssets()) await copyFile(path, `dist/explorer/${name}`);
    await packWeb({ from: "../../apps/web/dist", to: "dist/web" });
    await writeThirdParty(await thirdPartyOfPages());
    await buildTypes();
  },
};

export default options;
