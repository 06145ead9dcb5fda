import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readdir, readFile, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeOnce } from "../../../../packages/server/test/make-once.ts";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/threadline-ui");
const sources = ["src/**/*", "public/**/*", "index.html", "*.ts", "package.json"];
/** Number of older builds to keep, which other test runs may still use. */
const keptBuilds = 12;

/**
 * Kind of build. `development` is slower, and React reports errors on the console. `gallery` is a development build of
 * the page with all UI components.
 */
export type UiBuild = "production" | "development" | "gallery";

const builds = new Map<UiBuild, Promise<string>>();

/** Returns the folder of a UI build from the current sources. Builds the UI if no test run has done so. */
export function builtUi(kind: UiBuild = "production"): Promise<string> {
  const built = builds.get(kind) ?? buildOnce(kind);
  builds.set(kind, built);
  return built;
}

async function buildOnce(kind: UiBuild): Promise<string> {
  const folder = join(cache, `${kind}-${await hashOfSources()}`);
  if (existsSync(folder)) return folder;
  await makeOnce(folder, (outDir) => build(outDir, kind));
  await removeOldBuilds();
  return folder;
}

/** Runs Vite in a process of its own. `NODE_ENV` selects the build of React, and vitest sets it to `test`. */
async function build(outDir: string, kind: UiBuild): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  const options = ["--mode", kind, "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"];
  await promisify(execFile)(process.execPath, [vite, "build", ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: kind === "production" ? kind : "development" },
  });
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
  const names = (await readdir(cache)).filter((name) => /^\w+-[\da-f]{16}$/.test(name));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(cache, name))).mtimeMs })));
  const old = dated.toSorted((one, other) => other.at - one.at).slice(keptBuilds);
  await Promise.all(old.map(({ name }) => rm(join(cache, name), { recursive: true, force: true })));
}
