/**
 * Limits the size of the code that a browser loads before it shows each of the largest pages, and the size of the
 * fonts.
 */
import { gzipSync } from "node:zlib";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./published-packages.ts";

/** Maximum size of scripts and styles, in gzipped bytes. */
const limit = 250_000;
/**
 * Maximum size of the fonts for a page in English, German or French, in bytes. While the fonts load, the page uses a
 * similar system font.
 */
const fontLimit = 50_000;
const pages = ["playground-page", "logs-page", "thread-page", "dashboard-page", "own-dashboard-page"];

interface Output {
  readonly type: "chunk" | "asset";
  readonly fileName: string;
  readonly code?: string;
  readonly source?: string | Uint8Array;
  readonly isEntry?: boolean;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

const web = join(root, "apps/web");
const vite = (await import(createRequire(join(web, "package.json")).resolve("vite"))) as {
  build(options: object): Promise<{ readonly output: readonly Output[] }>;
};
const { output } = await vite.build({ root: web, mode: "production", logLevel: "error", build: { write: false } });
const files = new Map(output.map((file) => [file.fileName, file]));

function closureOf(fileName: string, found = new Set<string>()): Set<string> {
  const file = files.get(fileName);
  if (!file || found.has(fileName)) return found;
  found.add(fileName);
  for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of file.imports ?? []) closureOf(imported, found);
  return found;
}

const fonts = output.filter(({ fileName }) => /-latin-wght-\w+-[\w-]+\.woff2$/.test(fileName));
const sizeOf = ({ code, source }: Output): number => gzipSync(code ?? source ?? "").byteLength;
const entry = output.find(({ isEntry }) => isEntry);
for (const page of pages) {
  const chunk = output.find(({ type, name }) => type === "chunk" && name === page);
  if (!entry || !chunk)
    throw new Error(`The build of apps/web has no chunk ${page}: is its route still loaded lazily?`);
  const names = closureOf(chunk.fileName, closureOf(entry.fileName));
  const size = [...names].reduce((sum, name) => sum + sizeOf(files.get(name) ?? { type: "asset", fileName: name }), 0);
  console.log(`UI up to ${page}: ${size} bytes of at most ${limit} (gzip, ${names.size} files)`);
  if (size > limit) process.exitCode = 1;
}
const fontSize = fonts.reduce((sum, { source = "" }) => sum + source.length, 0);
console.log(`Latin fonts: ${fontSize} bytes of at most ${fontLimit} (${fonts.length} files)`);
if (fonts.length !== 2 || fontSize > fontLimit) process.exitCode = 1;
