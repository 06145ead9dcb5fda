/**
 * `pnpm check`: runs all checks except the tests. The checks run in parallel, and the longest start first. Only the
 * output of failing checks is shown.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { planTypeChecks } from "./type-checks.ts";

interface Check {
  name: string;
  command: string;
}

const root = join(import.meta.dirname, "..");
const fromSources = "node --conditions=@threadline/source";

const typeChecks = planTypeChecks(root).map(({ projects, config }): Check => ({
  name: `types of ${projects.length === 1 ? projects.join() : `${projects.length} projects`}`,
  command: `tsc -p ${config}`,
}));

const build: Check = { name: "build", command: "turbo run build --output-logs=errors-only" };

/** Checks that need the output of `build`. */
const buildChecks: Check[] = [
  { name: "packaging", command: "node tooling/check-packaging.ts" },
  { name: "API reports", command: "node tooling/check-api.ts" },
  { name: "supply chain", command: "node tooling/check-supply-chain.ts" },
  { name: "bundle size", command: "node tooling/check-size.ts" },
];

const sourceChecks: Check[] = [
  { name: "snippets", command: `${fromSources} tooling/check-snippets.ts` },
  { name: "format", command: "oxfmt --check ." },
  { name: "lint", command: "oxlint --type-aware --deny-warnings" },
  ...typeChecks,
  { name: "generated code", command: "node tooling/codegen.ts --check" },
  { name: "resource verticals", command: "node tooling/check-verticals.ts" },
  { name: "hygiene", command: "node tooling/check-hygiene.ts" },
  { name: "language", command: "node tooling/check-language.ts" },
  { name: "workflows", command: "node tooling/check-workflows.ts" },
  { name: "dead code", command: "knip" },
  { name: "size of the UI", command: "node tooling/check-web-size.ts" },
];

const environment = {
  ...process.env,
  PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  TURBO_TELEMETRY_DISABLED: "1",
  FORCE_COLOR: "0",
};

async function run({ name, command }: Check): Promise<boolean> {
  const started = performance.now();
  const output: string[] = [];
  const child = spawn(command, { cwd: root, env: environment, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  const [exitCode] = await once(child, "close");
  const isPassed = exitCode === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isPassed ? "pass" : "FAIL"}  ${name} (${seconds} s)`);
  if (!isPassed) console.log(`\n$ ${command}\n${output.join("").trim()}\n`);
  return isPassed;
}

const waiting = [...sourceChecks];
const results: boolean[] = [];

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await run(check));
}

/** Runs the build. Then runs the checks that need the build, followed by all other checks that were not started yet. */
async function buildAndWork(): Promise<void> {
  results.push(await run(build));
  waiting.unshift(...buildChecks);
  await work();
}

await Promise.all([buildAndWork(), ...Array.from({ length: Math.max(availableParallelism() - 1, 1) }, work)]);
const failed = results.filter((isPassed) => !isPassed).length;
console.log(`\nchecks: ${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
