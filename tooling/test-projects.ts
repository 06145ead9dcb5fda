/** The files of a suite, by patterns from the root of the repository. */
interface TestFiles {
  readonly include: string[];
  readonly exclude: string[];
}

const packages = "**/node_modules/**";
const folders = ["{packages,apps}/*/{src,test}/**", "examples/**", "tooling/**"];
const named = (ending: string): string[] => folders.map((folder) => `${folder}/*${ending}`);
/** Tests next to the code. They leave nothing behind in their process, so files share it and import the sources once. */
const besideCode = "{packages,apps}/*/src/**/*.test.ts";
/**
 * Flows of the service, which share processes too. Others need their own, because they measure memory or watch
 * everything in their process.
 */
const services = [
  "packages/server/test/*.test.ts",
  "packages/server/test/{accounts,deploy,doctor,import,migrate,otlp,postgres,query,upgrades}/**/*.test.ts",
  "packages/server/test/files/!(s3-upload-memory).test.ts",
  "packages/server/test/trust/!(outbound).test.ts",
  "packages/server/test/trust/fuzz/*.test.ts",
];
const long = "**/*.long.test.ts";
/** Tests that are too long for every commit. */
const nightly = "**/*.nightly.test.ts";
/** They exist in the long suite too, where they are skipped without a cluster. */
const onCitus = folders.map((folder) => `${folder}/citus*.long.test.ts`);
/** Pages independent of the store: hostile texts, appearance, widths, Markdown, an unreachable service, the explorer. */
const storeIndependent = "hostile*|*-hostile*|appearance|layout|thread-text|service-away|explorer";
const quickPages = `apps/web/test/!(${storeIndependent}|*.long).test.ts`;
/** Tests of published clients. */
const clients = "apps/compat/test/!(*.long).test.ts";
const longPages = `apps/web/test/!(${storeIndependent}).long.test.ts`;

/** The file name alone determines where a test runs. */
export const testProjects: Readonly<
  Record<
    | "citus"
    | "long"
    | "nightly"
    | "postgres"
    | "quick"
    | "quick-services"
    | "quick-units"
    | "repeat-embedded"
    | "repeat-postgres",
    TestFiles
  >
> = {
  /** `pnpm test`, with tests next to the code. Few inputs of `*.sampled.test.ts`. */
  quick: { include: named(".test.ts"), exclude: [packages, long, nightly, besideCode, ...services] },
  "quick-services": { include: services, exclude: [packages, long, nightly] },
  "quick-units": { include: [besideCode], exclude: [packages, long, nightly] },
  /** Tests that run for minutes, and sampled tests with many inputs. */
  long: { include: [...named(".long.test.ts"), ...named(".sampled.test.ts")], exclude: [packages, longPages] },
  nightly: { include: named(".nightly.test.ts"), exclude: [packages] },
  /** Tests on a Citus cluster (`THREADLINE_TEST_CITUS_URL`): the store, faults, published clients and the demo. */
  citus: {
    include: [...onCitus, clients, "apps/demo/src/start.long.test.ts"],
    exclude: [packages],
  },
  /** Tests of published clients, and long tests of pages, with PostgreSQL. */
  postgres: { include: [clients, longPages], exclude: [packages] },
  /** Tests of pages on the other store. */
  "repeat-embedded": { include: [longPages], exclude: [packages] },
  "repeat-postgres": { include: [quickPages], exclude: [packages] },
};
