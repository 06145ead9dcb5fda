import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inspectDependencies, isPermissive } from "./inspect-dependencies.ts";

/** Creates packages in the folder structure of npm. The keys are the folders below `node_modules`. */
async function install(manifests: Record<string, object>, dependencies: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-dependencies-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const given = (names: string[]) => Object.fromEntries(names.map((name) => [name, "1.0.0"]));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "ours", dependencies: given(dependencies) }));
  for (const [name, manifest] of Object.entries(manifests)) {
    const place = join(folder, "node_modules", name);
    await mkdir(place, { recursive: true });
    const whole = { name, version: "1.0.0", license: "MIT", ...manifest };
    await writeFile(join(place, "package.json"), JSON.stringify(whole));
  }
  return folder;
}

test("transitive dependencies are counted, each version once", async () => {
  const manifests = { a: { dependencies: { b: "1" } }, b: { dependencies: { a: "1", c: "1" } }, c: {}, unused: {} };
  const folder = await install(manifests, ["a"]);
  expect(inspectDependencies(folder)).toEqual({ others: ["a@1.0.0", "b@1.0.0", "c@1.0.0"], failures: [] });
  expect(inspectDependencies(folder, new Set(["b"])).others).toEqual(["a@1.0.0", "c@1.0.0"]);
});

test("install scripts, other licenses and missing integrity are found at any depth", async () => {
  const manifests = {
    a: { dependencies: { b: "1", c: "1", gone: "1" } },
    b: { scripts: { postinstall: "node steal.js", test: "node test.js" } },
    c: { license: "GPL-3.0-only" },
  };
  const folder = await install(manifests, ["a"]);
  await writeFile(join(folder, "node_modules/a/binding.gyp"), "{}");
  expect(inspectDependencies(folder).failures.toSorted()).toEqual([
    "a runs binding.gyp when it is installed",
    "b runs postinstall when it is installed",
    "c@1.0.0 has the license GPL-3.0-only, which is not allowed",
    "gone of a is not installed",
  ]);
});

test("a license with several parts is permissive if each part is", () => {
  expect(isPermissive("(Apache-2.0 AND BSD-3-Clause)")).toBe(true);
  expect(isPermissive("Apache-2.0 AND GPL-3.0-only")).toBe(false);
  expect(isPermissive("(MIT OR GPL-3.0-only)")).toBe(false);
});
