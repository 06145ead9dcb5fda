/**
 * Makes changes of the public API visible in reviews. The flat declarations of each published package are committed as
 * `packages/<x>/api.d.ts`, and its exported names as `packages/<x>/api.txt`. `--write` updates both.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { publishedPackages, root } from "./published-packages.ts";

const write = process.argv.includes("--write");

/**
 * Returns the names in the closing `export { ... }`. Types have the prefix `type`. Every value among the names must
 * exist in the loaded module.
 */
async function exportList(folder: string, declarations: string): Promise<string> {
  const names =
    /export \{([^}]*)\};?\s*$/u
      .exec(declarations)?.[1]
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  const built: object = await import(pathToFileURL(join(root, folder, "dist/index.js")).href);
  const values = Object.keys(built).toSorted();
  const declared = names.filter((name) => !name.startsWith("type ")).map((name) => name.replace(/^.* as /u, ""));
  if (values.join() !== declared.toSorted().join())
    throw new Error(
      `${folder}: the module exports [${values.join()}], but its declarations export [${declared.join()}]`,
    );
  const types = names.filter((name) => name.startsWith("type ")).toSorted();
  return `${[...values, ...types].join("\n")}\n`;
}

for (const { folder } of await publishedPackages()) {
  const declarations = await readFile(join(root, folder, "dist/index.d.ts"), "utf8");
  const reports = { "api.d.ts": declarations, "api.txt": await exportList(folder, declarations) };
  for (const [name, text] of Object.entries(reports)) {
    const path = join(root, folder, name);
    if (write) await writeFile(path, text);
    else if (text !== (await readFile(path, "utf8").catch(() => ""))) {
      console.error(`${folder}/${name} differs from the built API; review the change, then run \`pnpm api\``);
      process.exitCode = 1;
    }
  }
}
