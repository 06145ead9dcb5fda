import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { dividedFiles, testProjects, thirdOf } from "./test-projects.ts";

const root = join(import.meta.dirname, "..");

/** Returns the test files of a project, according to its vitest patterns. */
function filesOf(project: keyof typeof testProjects): readonly string[] {
  const { include, exclude } = testProjects[project];
  return globSync(include, { cwd: root }).filter((path) => !exclude.some((pattern) => matchesGlob(path, pattern)));
}

/** Returns the files that `.ci/run` runs in addition to those of `pnpm test`. */
function longFiles(): readonly string[] {
  return (["long", "long-pages", "long-samples", "postgres-pages"] as const).flatMap(filesOf);
}

/** Returns the files that `.ci/run repetitions` runs in addition to those of `.ci/run`. */
function nightlyFiles(): readonly string[] {
  return filesOf("nightly");
}

/** Returns the files that `pnpm test` runs. */
function quickFiles(): readonly string[] {
  return (["quick", "quick-libraries", "quick-pages", "quick-services", "quick-units"] as const).flatMap(filesOf);
}

test("every test file of the repository is quick, long, nightly, or a sample in the quick suite and whole in the long one", () => {
  const quick = quickFiles();
  const long = longFiles();
  const nightly = nightlyFiles();
  const flags = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.test.ts", "*.test.tsx"];
  const known = execFileSync("git", flags, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const expected = known.map((path) => {
    if (path.endsWith(".sampled.test.ts")) return { path, suites: ["quick", "long"] };
    return { path, suites: [/\.(long|nightly)\.test\.ts$/.exec(path)?.[1] ?? "quick"] };
  });
  const found = known.map((path) => ({
    path,
    suites: [
      ...quick.filter((each) => each === path).map(() => "quick"),
      ...long.filter((each) => each === path).map(() => "long"),
      ...nightly.filter((each) => each === path).map(() => "nightly"),
    ],
  }));
  expect(found).toEqual(expected);
  expect([...quick, ...long, ...nightly].filter((path) => !known.includes(path))).toEqual([]);
});

test("the quick suite has tests of every package, of both stores, of the published clients and of the pages", () => {
  const quick = quickFiles();
  const folders = globSync("{packages,apps}/*/package.json", { cwd: root });
  const untested = folders
    .map((path) => path.replace(/package\.json$/, ""))
    .filter((folder) => !quick.some((path) => path.startsWith(folder)));
  // The benchmarks only measure. The emitters take long to install, and tests of other packages cover the same code.
  expect(untested.toSorted()).toEqual(["apps/bench/", "apps/emitters/"]);
  for (const path of [
    "packages/server/src/store/sqlite/sqlite-store.test.ts",
    "packages/server/test/postgres/conformance.test.ts",
    "apps/compat/test/client-0-1-5.test.ts",
    "apps/compat/test/python-client.test.ts",
    "apps/web/test/thread-records.test.ts",
  ]) {
    expect(quick).toContain(path);
  }
});

test("each page is tested on both stores, once in the quick or long suite and once in a repetition", () => {
  const pages = [...filesOf("repeat-embedded"), ...filesOf("repeat-postgres")];
  expect(pages.length).toBeGreaterThan(20);
  const quick = quickFiles();
  expect(filesOf("repeat-postgres").filter((path) => !quick.includes(path))).toEqual([]);
  expect(filesOf("repeat-embedded")).toEqual(filesOf("postgres-pages"));
  const clients = filesOf("postgres");
  expect(clients.filter((path) => !path.startsWith("apps/compat/") || !quick.includes(path))).toEqual([]);
});

test.each(Object.entries(dividedFiles))("three commits with different parts test all %s", (_, pattern) => {
  const files = globSync(pattern, { cwd: root });
  const thirds = [thirdOf(pattern, 6), thirdOf(pattern, 7), thirdOf(pattern, 8)];
  expect(thirds.flat().toSorted()).toEqual(files.toSorted());
  for (const third of thirds) expect(third.length).toBeGreaterThan(files.length / 3 - 1);
});
