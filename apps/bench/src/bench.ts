/**
 * Measures the service and prints tables: `pnpm bench [name ...] [options]`. The names are the keys of `suites` below.
 * Without names, runs all benchmarks. Options:
 * - `--steps 1000000`: number of steps in a seeded log. `scale` measures logs of several sizes up to this number.
 * - `--data-dir folder`: keeps the logs of `lists`, `dashboard`, `contention`, `fairness`, `scale`, `sizing` and
 *   `pages` for the next run.
 * - `--database-url postgres://...`: database of `lists-postgres`, `dashboard-postgres` and `fairness-postgres`. This
 *   option also needs `--data-dir`.
 * - `--rounds 5`: number of rounds of `instrumentation`, `langgraph`, `adapters`, `experiments` and `rules`.
 * - `--items 400`: number of dataset items in `experiments`.
 * - `--minutes 0.5,5,10`: durations of the outages in `loss`.
 * - `--embedded`: excludes PostgreSQL from `overload`.
 * - `--write`: replaces the tables in `apps/bench/README.md`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureAdapters } from "./adapters.ts";
import { measureAnswers } from "./answers.ts";
import { measureContention } from "./contention.ts";
import { measureDashboard } from "./dashboard.ts";
import { measureDisk } from "./disk.ts";
import { measureExperimentPage } from "./experiment-page.ts";
import { measureExperiments } from "./experiments.ts";
import { measureFairness } from "./fairness.ts";
import { measureIngest } from "./ingest.ts";
import { measureCosts } from "./instrumentation/costs.ts";
import { measureLoss } from "./instrumentation/loss.ts";
import { measureLangGraph } from "./langgraph.ts";
import { measureLists } from "./lists.ts";
import { measureOtlp } from "./otlp.ts";
import { measureOverhead } from "./overhead.ts";
import { measureOverloads } from "./overload.ts";
import { measurePages } from "./pages.ts";
import { measurePostgres } from "./postgres.ts";
import { measureRules } from "./rules.ts";
import { measureScale } from "./scale.ts";
import { withSeededLog } from "./seed-log.ts";
import { measureSizing } from "./sizing.ts";
import { measureStartup } from "./startup.ts";
import type { Report, Row } from "./statistics.ts";
import { formatTable } from "./statistics.ts";
import { measureThreadPage } from "./thread-page.ts";
import { withPostgresLog } from "./with-postgres-log.ts";

const { values, positionals } = parseArgs({
  options: {
    steps: { type: "string", default: "1000000" },
    "data-dir": { type: "string" },
    "database-url": { type: "string" },
    rounds: { type: "string", default: "5" },
    items: { type: "string", default: "400" },
    minutes: { type: "string", default: "0.5" },
    embedded: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const log = { steps: Number(values.steps), dataDir: values["data-dir"] };
const logInPostgres = { ...log, databaseUrl: values["database-url"] };
const suites: { readonly [name: string]: () => Promise<Row[] | Report> } = {
  startup: measureStartup,
  overhead: measureOverhead,
  ingest: measureIngest,
  otlp: measureOtlp,
  lists: () => withSeededLog(log, measureLists),
  dashboard: () => withSeededLog(log, measureDashboard),
  "lists-postgres": () => withPostgresLog(logInPostgres, measureLists),
  "dashboard-postgres": () => withPostgresLog(logInPostgres, measureDashboard),
  disk: measureDisk,
  contention: () => withSeededLog(log, measureContention),
  fairness: () => withSeededLog(log, measureFairness),
  "fairness-postgres": () => withPostgresLog(logInPostgres, measureFairness),
  scale: () => measureScale(log),
  sizing: () => measureSizing(log),
  overload: () => measureOverloads(values.embedded),
  answers: measureAnswers,
  postgres: measurePostgres,
  pages: () => withSeededLog(log, measurePages),
  "thread-page": () => measureThreadPage(50_000),
  instrumentation: () => measureCosts(Number(values.rounds)),
  langgraph: () => measureLangGraph(Number(values.rounds)),
  adapters: () => measureAdapters(Number(values.rounds)),
  experiments: () => measureExperiments(Number(values.items), Number(values.rounds)),
  "experiment-page": () => measureExperimentPage(1_000),
  rules: () => measureRules(2_000, 3 * Number(values.rounds)),
  loss: () => measureLoss(values.minutes.split(",").map(Number)),
};
const readme = join(import.meta.dirname, "../README.md");
let missed = 0;

for (const name of positionals.length > 0 ? positionals : Object.keys(suites)) {
  const suite = suites[name];
  if (!suite) throw new Error(`Unknown benchmark \`${name}\`; choose from ${Object.keys(suites).join(", ")}.`);
  console.error(`${name} ...`);
  const result = await suite();
  const { rows, details } = Array.isArray(result) ? { rows: result, details: "" } : result;
  missed += rows.filter((row) => !row.met).length;
  const table = `${formatTable(rows)}\n\n${details}`.trim();
  console.log(`\n## ${name}\n\n${table}`);
  if (!values.write) continue;
  const stamp = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores`;
  const text = await readFile(readme, "utf8");
  const block = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
  await writeFile(readme, text.replace(block, `$1\n\nMeasured on ${stamp}.\n\n${table}\n\n$2`));
}
if (missed > 0) console.log(`\n${missed} ${missed === 1 ? "target" : "targets"} missed`);
