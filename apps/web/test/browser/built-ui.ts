import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { makeOnce } from "../../../../packages/server/test/make-once.ts";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/threadline-ui");
const sources = ["src/**/*", "public/**/*", "index.html", "vite.config.ts", "package.json"];
/** Builds of other states of the sources that are kept: other runs may be using them. */
const keptBuilds = 12;

let built: Promise<string> | undefined;

/** The folder of the UI built from the sources as they are; built when no earlier run has. */
export function builtUi(): Promise<string> {
  built ??= buildOnce();
  return built;
}

async function buildOnce(): Promise<string> {
  const folder = join(cache, await hashOfSources());
  if (existsSync(folder)) return folder;
  // Vitest's own mode would make it a build for development.
  await makeOnce(folder, (outDir) =>
    build({ root, mode: "production", logLevel: "warn", build: { outDir, emptyOutDir: true } }),
  );
  await removeOldBuilds();
  return folder;
}

async function hashOfSources(): Promise<string> {
  const paths: string[] = [];
  for await (const path of glob(sources, { cwd: root })) paths.push(path);
  const hash = createHash("sha256");
  for (const path of paths.toSorted()) {
    const full = join(root, path);
    if ((await stat(full)).isFile())
      hash
        .update(path)
        .update("\0")
        .update(await readFile(full))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

async function removeOldBuilds(): Promise<void> {
  const names = (await readdir(cache)).filter((name) => /^[\da-f]{16}$/.test(name));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(cache, name))).mtimeMs })));
  const old = dated.toSorted((one, other) => other.at - one.at).slice(keptBuilds);
  await Promise.all(old.map(({ name }) => rm(join(cache, name), { recursive: true, force: true })));
}
