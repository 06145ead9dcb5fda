import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { testProjects } from "./test-projects.ts";

const root = join(import.meta.dirname, "..");

/** Test files of each project, by the patterns of vitest. */
function filesOf(project: keyof typeof testProjects): readonly string[] {
  const { include, exclude } = testProjects[project];
  return globSync(include, { cwd: root }).filter((path) => !exclude.some((pattern) => matchesGlob(path, pattern)));
}

/** Files that `pnpm test` runs. */
function quickFiles(): readonly string[] {
  return [...filesOf("quick"), ...filesOf("quick-units")];
}

test("every test file of the repository is quick, long, or a sample in the quick suite and whole in the long one", () => {
  const quick = quickFiles();
  const long = filesOf("long");
  const flags = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.test.ts", "*.test.tsx"];
  const known = execFileSync("git", flags, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const expected = known.map((path) => {
    if (path.endsWith(".sampled.test.ts")) return { path, suites: ["quick", "long"] };
    return { path, suites: [path.endsWith(".long.test.ts") ? "long" : "quick"] };
  });
  const found = known.map((path) => ({
    path,
    suites: [...quick.filter((each) => each === path).map(() => "quick"), ...(long.includes(path) ? ["long"] : [])],
  }));
  expect(found).toEqual(expected);
  expect([...quick, ...long].filter((path) => !known.includes(path))).toEqual([]);
});

test("the quick suite has tests of every package, of both stores, of the published clients and of the pages", () => {
  const quick = quickFiles();
  const folders = globSync("{packages,apps}/*/package.json", { cwd: root });
  const untested = folders
    .map((path) => path.replace(/package\.json$/, ""))
    .filter((folder) => !quick.some((path) => path.startsWith(folder)));
  // The benchmarks measure; what they measure is tested where it is.
  expect(untested).toEqual(["apps/bench/"]);
  for (const path of [
    "packages/server/src/store/sqlite/sqlite-store.test.ts",
    "packages/server/test/postgres/conformance.test.ts",
    "apps/compat/test/client-0-1-5.test.ts",
    "apps/compat/test/python-client.test.ts",
    "apps/web/test/thread-live.test.ts",
  ]) {
    expect(quick).toContain(path);
  }
});

test("tests that are repeated on PostgreSQL are quick on the embedded store", () => {
  const quick = quickFiles();
  const postgres = filesOf("postgres");
  expect(postgres.length).toBeGreaterThan(20);
  expect(postgres.filter((path) => !quick.includes(path))).toEqual([]);
});
