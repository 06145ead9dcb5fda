/**
 * Writes one flat declaration file per entry. It contains everything that the entry exports, including types of private
 * workspace packages. Declarations are created from each source file alone (`isolatedDeclarations`), so no TypeScript
 * program is needed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

export interface BuildTypesOptions {
  /**
   * Folder of the package. Imports of Node's modules, and of the dependencies and peer dependencies in its
   * package.json, stay imports. All other imports are bundled. Default: the working directory.
   */
  packageFolder?: string;
  /** Source files by the names of the entries. Paths are relative to the folder. */
  entry?: Record<string, string>;
  /** Output folder, relative to the folder of the package. */
  outputFolder?: string;
}

/** Builds `dist/<entry>.d.ts` for every entry of the package. */
export async function buildTypes({
  packageFolder = process.cwd(),
  entry = { index: "src/index.ts" },
  outputFolder = "dist",
}: BuildTypesOptions = {}): Promise<void> {
  const manifest = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const published = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const bundle = await rolldown({
    cwd: packageFolder,
    input: entry,
    platform: "neutral",
    external: (id) => id.startsWith("node:") || published.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { conditionNames: ["@threadline/source", "types", "import", "default"] },
    plugins: [dts({ cwd: packageFolder, oxc: true, emitDtsOnly: true, tsconfig: false })],
  });
  const dir = join(packageFolder, outputFolder);
  await bundle.write({ dir, format: "es", entryFileNames: "[name].js" });
  await bundle.close();
  for (const [name, path] of Object.entries(entry)) {
    await keepReferences(join(packageFolder, path), join(dir, `${name}.d.ts`));
  }
}

/**
 * Adds the `<reference>` lines of the source to the declarations. The bundler drops these lines, because they are not
 * modules.
 */
async function keepReferences(source: string, declarations: string): Promise<void> {
  const references = (await readFile(source, "utf8")).match(/^\/\/\/ <reference .*\n/gmu) ?? [];
  if (references.length > 0)
    await writeFile(declarations, references.join("") + (await readFile(declarations, "utf8")));
}

/**
 * Writes `dist/<name>.d.ts` for entries that export a part of `index`. The file only re-exports from `index`. If it
 * repeated the declarations, TypeScript would treat a class as a different type in each entry.
 */
export async function buildSubsetTypes(
  names: readonly string[],
  outputFolder: string = join(process.cwd(), "dist"),
): Promise<void> {
  for (const name of names) {
    const built: object = await import(pathToFileURL(join(outputFolder, `${name}.js`)).href);
    const values = Object.keys(built).toSorted().join(", ");
    await writeFile(join(outputFolder, `${name}.d.ts`), `export { ${values} } from "./index.js";\n`);
  }
}
