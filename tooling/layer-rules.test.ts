import { execFile } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Returns what the linter reports for files, with the rules of this repository. */
async function lint(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-layers-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const values = [join(root, "node_modules/oxlint/bin/oxlint"), "--config", join(root, ".oxlintrc.json"), "-f", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, values, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; message: string; filename: string }[];
  };
  return diagnostics
    .filter(({ code }) => /no-cycle|layers/.test(code))
    .map(({ message, filename }) => `${filename}: ${message}`)
    .toSorted();
}

test("types that import each other are a cycle", async () => {
  const reports = await lint({
    "packages/core/src/a.ts": 'import type { B } from "./b.ts";\nexport interface A {\n  b: B;\n}\n',
    "packages/core/src/b.ts": 'import { type A } from "./a.ts";\nexport interface B {\n  a: A;\n}\n',
  });
  expect(reports).toEqual([
    "packages/core/src/a.ts: Dependency cycle detected",
    "packages/core/src/b.ts: Dependency cycle detected",
  ]);
});

test.each([
  ["a type", 'import type { Actor } from "../access/actor.ts";\nexport type Someone = Actor;'],
  ["a value", 'import { actor } from "../access/actor.ts";\nexport const someone = actor;'],
  ["an export", 'export type { Actor } from "../access/actor.ts";'],
  ["an export of all", 'export * from "../access/actor.ts";'],
  ["a dynamic import", 'export const load = async () => import("../access/actor.ts");'],
  ["the type of an import", 'export type Someone = import("../access/actor.ts").Actor;'],
])("a folder must not import from a higher layer: %s", async (_kind, text) => {
  expect(await lint({ "packages/server/src/store/planted.ts": `${text}\n` })).toEqual([
    "packages/server/src/store/planted.ts: store is below access and must not import it",
  ]);
});

test("a folder may import from lower layers", async () => {
  const text = 'import type { Store } from "../store/store.ts";\nexport type Read = Store;\n';
  expect(await lint({ "packages/server/src/access/reads.ts": text })).toEqual([]);
});

test("a folder without a layer is reported", async () => {
  const text = 'import type { Store } from "../store/store.ts";\nexport type Read = Store;\n';
  expect(await lint({ "packages/server/src/new-folder/reads.ts": text })).toEqual([
    "packages/server/src/new-folder/reads.ts: new-folder belongs to no layer: name it in .oxlintrc.json",
  ]);
});
