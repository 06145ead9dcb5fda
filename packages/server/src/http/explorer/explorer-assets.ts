import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

const graphiql = (): string => dirname(require.resolve("graphiql/package.json"));
const react = (): string => dirname(require.resolve("react/package.json"));
const reactDom = (): string => dirname(require.resolve("react-dom/package.json"));

/**
 * Published browser builds that the explorer loads, and their licenses. The key is the name under which a file is
 * served.
 */
const sources: ReadonlyMap<string, () => string> = new Map([
  ["graphiql.css", () => join(graphiql(), "graphiql.min.css")],
  ["graphiql.js", () => join(graphiql(), "graphiql.min.js")],
  ["graphiql.txt", () => join(graphiql(), "LICENSE")],
  ["react.js", () => join(react(), "umd/react.production.min.js")],
  ["react.txt", () => join(react(), "LICENSE")],
  ["react-dom.js", () => join(reactDom(), "umd/react-dom.production.min.js")],
]);

/** Returns each asset's name and its path in the package. The build copies them next to the code. */
export function locateExplorerAssets(): (readonly [name: string, path: string])[] {
  return [...sources].map(([name, locate]) => [name, locate()]);
}

/**
 * Reads the text of an asset; null for unknown names. The asset is next to the built code or, in a checkout, in its
 * package.
 */
export async function readExplorerAsset(name: string): Promise<string | null> {
  const locate = sources.get(name);
  if (!locate) return null;
  const built = fileURLToPath(new URL(`./explorer/${name}`, import.meta.url));
  return readFile(existsSync(built) ? built : locate(), "utf8");
}
