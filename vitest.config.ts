import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type TestProjectInlineConfiguration, type ViteUserConfig, defineConfig } from "vitest/config";
import { findPostgres } from "./packages/server/test/postgres/postgres-programs.ts";
import { LongestFirst } from "./tooling/longest-first.ts";
import { SkippedTestsReporter } from "./tooling/report-skipped-tests.ts";
import { testProjects } from "./tooling/test-projects.ts";

// Without "import", which would hold for `require` too.
const conditions = ["@threadline/source", "node"];

// Threads and processes that run from the sources start in a quarter of the time: their types were stripped before.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const quick: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "quick", ...testProjects.quick },
};

const units: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "quick-units",
    ...testProjects["quick-units"],
    isolate: false,
    // Beside that of all projects.
    setupFiles: ["tooling/restore-globals.ts"],
  },
};

const withPostgres = { THREADLINE_TEST_STORE: "postgres" };
const manyInputs = { THREADLINE_TEST_INPUTS: process.env["THREADLINE_TEST_INPUTS"] ?? "many" };

const long: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "long",
    ...testProjects.long,
    env: manyInputs,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
};

const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "postgres", ...testProjects.postgres, env: withPostgres },
};

const repeatEmbedded: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "repeat-embedded", ...testProjects["repeat-embedded"] },
};

const repeatPostgres: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "repeat-postgres", ...testProjects["repeat-postgres"], env: { ...withPostgres, ...manyInputs } },
};

const reporter = new SkippedTestsReporter();

const config: ViteUserConfig = defineConfig({
  plugins: [
    {
      name: "report-skipped-tests",
      // Beside the reporters of the command line, which replace those of this file.
      configureVitest({ vitest: { config: resolved } }) {
        if (!resolved.reporters.includes(reporter)) resolved.reporters.push(reporter);
      },
    },
  ],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Node imports the sources as they are, in a third of the time that Vite takes to transform them. Without its loader,
    // vitest does not read each module for mocks, which no test has.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A browser, a database and a service wait for each other: often enough for three files at a time on two processors.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [quick, units, long, repeatEmbedded, ...(findPostgres() === null ? [] : [postgres, repeatPostgres])],
    sequence: { sequencer: LongestFirst },
    globalSetup: ["tooling/shared-folder.ts"],
    setupFiles: ["packages/server/test/canaries/watch-secrets.ts"],
    // A quick test works for a second or two; this is for a machine with much else to do.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Node strips types with WebAssembly. In V8 13.6 the tier-up of its wrappers, which threads share, crashes the process
    // (a freed wrapper in WasmCode::DecrementRefCount) once threads start and end by the dozen.
    execArgv: ["--wasm-wrapper-tiering-budget=2147483647"],
  },
});

export default config;
