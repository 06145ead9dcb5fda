import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type TestProjectInlineConfiguration, type ViteUserConfig, defineConfig } from "vitest/config";
import { findPostgres } from "./packages/server/test/postgres/postgres-programs.ts";
import { LongestFirst } from "./tooling/longest-first.ts";
import { SkippedTestsReporter } from "./tooling/report-skipped-tests.ts";
import { dividedFiles, testProjects, thirdOf } from "./tooling/test-projects.ts";

// Omits "import", because these conditions also apply to `require`.
const conditions = ["@threadline/source", "node"];

// Caches stripped types, so that threads and processes that run the sources start four times as fast.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const quick: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "quick", ...testProjects.quick },
};

const shared = { isolate: false, setupFiles: ["tooling/restore-globals.ts"] };

const sharing = (["quick-libraries", "quick-services", "quick-units"] as const).map(
  (name): TestProjectInlineConfiguration => ({ extends: true, test: { name, ...testProjects[name], ...shared } }),
);

/** Settings of projects whose files share processes and browsers. The limits allow for a busy machine. */
const sharedPages = {
  ...shared,
  environment: "./apps/web/test/browser/page-environment.ts",
  setupFiles: [...shared.setupFiles, "apps/web/test/browser/prepare-pages.ts"],
  testTimeout: 90_000,
  hookTimeout: 90_000,
};

const withPostgres = { THREADLINE_TEST_STORE: "postgres" };
const inputs = (count: string) => ({ THREADLINE_TEST_INPUTS: process.env["THREADLINE_TEST_INPUTS"] ?? count });

function otherThirds(pattern: string): string[] {
  if (process.env["THREADLINE_TEST_FILES"] !== "third") return [];
  const part = Number(process.env["THREADLINE_TEST_PART"] ?? "0");
  return [...thirdOf(pattern, part + 1), ...thirdOf(pattern, part + 2)];
}

const long: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "long",
    ...testProjects.long,
    exclude: [...testProjects.long.exclude, ...otherThirds(dividedFiles.faults), ...otherThirds(dividedFiles.packages)],
    env: inputs("some"),
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
};

const longSamples: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...long.test, name: "long-samples", ...testProjects["long-samples"], ...shared },
};

const nightly: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "nightly", ...testProjects.nightly, env: inputs("many"), testTimeout: 600_000, hookTimeout: 120_000 },
};

const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "postgres", ...testProjects.postgres, env: withPostgres },
};

function pagesProject(
  name: "long-pages" | "postgres-pages" | "quick-pages" | "repeat-embedded" | "repeat-postgres",
  env: Readonly<Record<string, string>> = {},
): TestProjectInlineConfiguration {
  const { include, exclude } = testProjects[name];
  const left = name === "postgres-pages" ? otherThirds(dividedFiles.pages) : [];
  return { extends: true, test: { name, include, exclude: [...exclude, ...left], env, ...sharedPages } };
}

/** Project of the tests on Citus. Its files run one at a time, because they share the database of the cluster. */
const citus: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "citus",
    ...testProjects.citus,
    env: { THREADLINE_TEST_STORE: "citus" },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
};
const hasCluster = process.env["THREADLINE_TEST_CITUS_URL"] !== undefined;

const reporter = new SkippedTestsReporter();

const config: ViteUserConfig = defineConfig({
  plugins: [
    {
      name: "report-skipped-tests",
      // The reporter is added here, because reporters on the command line replace those of this file.
      configureVitest({ vitest: { config: resolved } }) {
        if (!resolved.reporters.includes(reporter)) resolved.reporters.push(reporter);
      },
    },
  ],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Node imports the sources unchanged, in a third of the time that Vite needs to transform them. Without its loader,
    // vitest does not search each module for mocks, which no test has.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A browser, a database and a service often wait for each other, so two processors can run three files at a time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      quick,
      ...sharing,
      pagesProject("quick-pages"),
      long,
      longSamples,
      pagesProject("long-pages", inputs("some")),
      nightly,
      pagesProject("repeat-embedded"),
      ...(findPostgres() === null
        ? []
        : [
            postgres,
            pagesProject("postgres-pages", withPostgres),
            pagesProject("repeat-postgres", { ...withPostgres, ...inputs("many") }),
          ]),
      ...(hasCluster ? [citus] : []),
    ],
    sequence: { sequencer: LongestFirst },
    globalSetup: ["tooling/shared-folder.ts"],
    setupFiles: ["packages/server/test/canaries/watch-secrets.ts"],
    // A quick test takes a second or two; the limit allows for a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Node strips types with WebAssembly. In V8 13.6, the process crashes when dozens of threads start and end, because
    // of the tier-up of WebAssembly wrappers, which threads share (a freed wrapper in WasmCode::DecrementRefCount).
    // This option prevents the tier-up.
    execArgv: ["--wasm-wrapper-tiering-budget=2147483647"],
  },
});

export default config;
