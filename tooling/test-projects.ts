import { globSync } from "node:fs";
import { join } from "node:path";

/** Files of a suite, as patterns relative to the root of the repository. */
interface TestFiles {
  readonly include: string[];
  readonly exclude: string[];
}

const packages = "**/node_modules/**";
const folders = ["{packages,apps}/*/{src,test}/**", "examples/**", "tooling/**"];
const named = (ending: string): string[] => folders.map((folder) => `${folder}/*${ending}`);
/**
 * Tests in the same folder as the code, and those of the tools. They do not change global state, so several files share
 * a process and import the sources only once.
 */
const units = [
  "{packages,apps}/*/src/**/*.test.ts",
  "{apps/faults,packages/schema}/test/*.test.ts",
  "tooling/*.test.ts",
];
/**
 * Tests of features of the service, which also share processes. Other tests of the service need separate processes,
 * because they measure memory or observe the whole process.
 */
const services = [
  "packages/server/test/*.test.ts",
  "packages/server/test/{accounts,alerts,deploy,doctor,evaluators,import,migrate,models}/**/*.test.ts",
  "packages/server/test/{files,otlp,postgres,query,upgrades}/**/*.test.ts",
  "packages/server/test/trust/!(outbound|outbound-urls.sampled|outbound-urls).test.ts",
  "packages/server/test/trust/fuzz/*.test.ts",
];
/**
 * Tests of client libraries that neither change nor observe global state, such as memory, unhandled rejections and the
 * settings of a framework. They share processes.
 */
const libraries = [
  "packages/{anthropic,google,langchain,mcp}/test/*.test.ts",
  "packages/{agents,mastra}/test/types.test.ts",
  "packages/core/test/!(faults|hostile-values.sampled|hostile-values|unawaited).test.ts",
  "packages/openai/test/!(host.sampled|host).test.ts",
];
/** Sampled tests of libraries and services. The fuzz tests allocate much memory, so each has a separate process. */
const samples = [...libraries, ...services]
  .filter((pattern) => !pattern.includes("/fuzz/"))
  .map((pattern) => pattern.replace(/\.test\.ts$/u, ".sampled.test.ts"));
const long = "**/*.long.test.ts";
/** Tests that take too long to run for every commit. */
const nightly = "**/*.nightly.test.ts";
/** Tests on Citus. They are also part of the long suite, which skips them if there is no cluster. */
const onCitus = folders.map((folder) => `${folder}/citus*.long.test.ts`);
/**
 * Tests of pages that do not depend on the store: hostile texts, appearance, widths, Markdown, failed requests, an
 * unreachable service, and the explorer.
 */
const storeIndependent = "hostile*|*-hostile*|appearance|layout|thread-text|service-away|explorer|failed-requests";
/** Tests in a browser. Files share a process and its browser. */
const pages = "apps/web/test/**/!(*.sampled).test.ts";
const quickPages = `apps/web/test/!(${storeIndependent}|*.long).test.ts`;
const clients = "apps/compat/test/!(*.long).test.ts";
/** Long tests of pages that run on both stores. */
const longPages = `apps/web/test/!(${storeIndependent}).long.test.ts`;

/** Projects of vitest. The name of a test file alone determines in which project the test runs. */
export const testProjects: Readonly<
  Record<
    | "citus"
    | "long"
    | "long-pages"
    | "long-samples"
    | "nightly"
    | "postgres"
    | "postgres-pages"
    | "quick"
    | "quick-libraries"
    | "quick-pages"
    | "quick-services"
    | "quick-units"
    | "repeat-embedded"
    | "repeat-postgres",
    TestFiles
  >
> = {
  /** Tests of `pnpm test`, including those in the same folder as the code. `*.sampled.test.ts` run with few inputs. */
  quick: {
    include: named(".test.ts"),
    exclude: [packages, long, nightly, ...units, pages, ...libraries, ...services],
  },
  "quick-libraries": { include: libraries, exclude: [packages, long, nightly] },
  "quick-pages": { include: [pages], exclude: [packages, long, nightly] },
  "quick-services": { include: services, exclude: [packages, long, nightly] },
  "quick-units": { include: units, exclude: [packages, long, nightly] },
  /** Tests that run for minutes, and sampled tests, which run with many inputs. */
  long: {
    include: [...named(".long.test.ts"), ...named(".sampled.test.ts")],
    exclude: [packages, pages, ...samples],
  },
  "long-pages": { include: ["apps/web/test/**/*.long.test.ts"], exclude: [packages, longPages] },
  "long-samples": { include: samples, exclude: [packages] },
  nightly: { include: named(".nightly.test.ts"), exclude: [packages] },
  /** Tests of the store, faults, published clients and the demo on a Citus cluster (`THREADLINE_TEST_CITUS_URL`). */
  citus: {
    include: [...onCitus, clients, "apps/demo/src/start.long.test.ts"],
    exclude: [packages],
  },
  postgres: { include: [clients], exclude: [packages] },
  "postgres-pages": { include: [longPages], exclude: [packages] },
  /**
   * The page tests on the other store. The tests of `postgres-pages` run on SQLite, and the tests of `quick-pages` run
   * on PostgreSQL.
   */
  "repeat-embedded": { include: [longPages], exclude: [packages] },
  "repeat-postgres": { include: [quickPages], exclude: [packages] },
};

/**
 * Long tests. For each commit, `.ci/run` runs a third of their files (`THREADLINE_TEST_FILES=third`); at night, it runs
 * all of them.
 */
export const dividedFiles: Readonly<Record<"faults" | "packages" | "pages", string>> = {
  pages: longPages,
  faults: "apps/faults/test/!(citus).long.test.ts",
  packages: "packages/*/{src,test}/**/!(citus).long.test.ts",
};

/** Returns a third of the files of a pattern. `part` selects it: three consecutive numbers select all files. */
export function thirdOf(pattern: string, part: number): string[] {
  const files = globSync(pattern, { cwd: join(import.meta.dirname, "..") }).toSorted();
  return files.filter((_, index) => index % 3 === part % 3);
}
