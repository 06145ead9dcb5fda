/** Writes the version of `@threadline/core` to its source code. This is the last step of `pnpm version-packages`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./published-packages.ts";

const folder = join(root, "packages/core");
const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { readonly version: string };
const path = join(folder, "src/version.ts");
const source = await readFile(path, "utf8");
await writeFile(path, source.replace(/(version = )"[^"]*"/u, `$1"${version}"`));
