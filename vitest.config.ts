import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type TestProjectInlineConfiguration, type ViteUserConfig, defineConfig } from "vitest/config";
import { findPostgres } from "./packages/server/test/postgres/postgres-programs.ts";
import { SkippedTestsReporter } from "./tooling/report-skipped-tests.ts";

// Without "import", which would hold for `require` too.
const conditions = ["@threadline/source", "node"];

// Threads and processes that run from the sources start in a quarter of the time: their types were stripped before.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const everything: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "embedded",
    include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "examples/**/*.test.ts", "tooling/**/*.test.ts"],
  },
};

/** What users meet, once more with the records in PostgreSQL. What hostile texts do to a page is no matter of the store, nor what it forgets, nor that nobody answers it. */
const onPostgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "postgres",
    include: ["apps/{compat,web}/test/*.test.ts"],
    exclude: [
      "**/*hostile*",
      "**/explorer.test.ts",
      "**/service-away.test.ts",
      "**/sessions.test.ts",
      "**/stale-lists.test.ts",
      "**/appearance.test.ts",
    ],
    env: { THREADLINE_TEST_STORE: "postgres" },
  },
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
    // A browser, a database and a service wait for each other, and some tests for a limit in time: often enough for three
    // files at a time on two processors.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: findPostgres() === null ? [everything] : [everything, onPostgres],
    setupFiles: ["packages/server/test/canaries/watch-secrets.ts"],
    // A busy machine takes its time; what holds is seen as soon as it does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Node strips types with WebAssembly. In V8 13.6 the tier-up of its wrappers, which threads share, crashes the process
    // (a freed wrapper in WasmCode::DecrementRefCount) once threads start and end by the dozen.
    execArgv: ["--wasm-wrapper-tiering-budget=2147483647"],
  },
});

export default config;
