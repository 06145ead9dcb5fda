/**
 * Injects faults into the service and prints which records survived: `pnpm faults [name ...] [options]`. The names are
 * the keys of `suites` below. Without names, runs all suites. `citus` needs a cluster (docs/postgresql.md). Options:
 * - `--runs 1000`: number of runs or kills of each suite. Default: depends on the suite.
 * - `--minutes 5`: maximum time for each row of a table.
 * - `--hours 8`: duration of `soak`.
 * - `--kills 100`: number of kills in `alerts` and `rules`. Default: the number of runs.
 * - `--targets 5000`: number of steps in `rules`.
 * - `--life 8`: maximum time between two kills in `rules`, in seconds.
 * - `--write`: replaces the tables in `docs/faults.md`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FaultPostgres, startFaultPostgres } from "./fault-postgres.ts";
import { formatTable } from "./report.ts";
import { alertsSuite } from "./suites/alerts-suite.ts";
import { backupSuite } from "./suites/backup-suite.ts";
import { citusSuite } from "./suites/citus-suite.ts";
import { clockSuite } from "./suites/clock-suite.ts";
import { databaseSuite } from "./suites/database-suite.ts";
import { descriptorsSuite } from "./suites/descriptors-suite.ts";
import { diskSuite } from "./suites/disk-suite.ts";
import { experimentsSuite } from "./suites/experiments-suite.ts";
import { heapSuite } from "./suites/heap-suite.ts";
import { killSuite } from "./suites/kill-suite.ts";
import { migrationSuite } from "./suites/migration-suite.ts";
import { otlpSuite } from "./suites/otlp-suite.ts";
import { powerSuite } from "./suites/power-suite.ts";
import { rulesSuite } from "./suites/rules-suite.ts";
import { signalsSuite } from "./suites/signals-suite.ts";
import { soakSuite } from "./suites/soak-suite.ts";
import type { Suite } from "./suites/suite.ts";

const { values, positionals } = parseArgs({
  options: {
    runs: { type: "string" },
    minutes: { type: "string" },
    hours: { type: "string", default: "8" },
    targets: { type: "string", default: "5000" },
    kills: { type: "string" },
    life: { type: "string", default: "8" },
    write: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const suites: Readonly<Record<string, Suite>> = {
  kill: killSuite,
  otlp: otlpSuite,
  power: powerSuite,
  disk: diskSuite,
  database: databaseSuite,
  citus: citusSuite,
  signals: signalsSuite,
  clock: clockSuite,
  descriptors: descriptorsSuite,
  heap: heapSuite,
  migration: migrationSuite,
  backup: backupSuite,
  experiments: experimentsSuite,
  rules: rulesSuite,
  alerts: alertsSuite,
  soak: soakSuite,
};
const page = join(import.meta.dirname, "../../../docs/faults.md");
let database: Promise<FaultPostgres> | undefined;
const postgres = (): Promise<FaultPostgres> => (database ??= startFaultPostgres());
const minutes = Number(values.minutes ?? Infinity);
const startTime = (): (() => boolean) => {
  const end = performance.now() + minutes * 60_000;
  return () => performance.now() < end;
};
let broken = 0;

try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(suites)) {
    const suite = suites[name];
    if (!suite) throw new Error(`Unknown fault \`${name}\`; choose from ${Object.keys(suites).join(", ")}.`);
    const runs = Number(values.runs ?? suite.defaultRuns);
    const [load = 0] = loadavg();
    // oxlint-disable no-await-in-loop -- one after the other
    const result = await suite.run({
      runs,
      hours: Number(values.hours),
      targets: Number(values.targets),
      kills: Number(values.kills ?? runs),
      maxLifeMs: Number(values.life) * 1_000,
      postgres,
      startTime,
      tell: (text) => console.error(`${name}: ${text}`),
    });
    const { rows, details } = Array.isArray(result) ? { rows: result, details: "" } : result;
    if (rows.length === 0) continue;
    broken += rows.filter(({ holds }) => !holds).length;
    const table = `${formatTable(rows)}\n\n${details}`.trim();
    console.log(`\n## ${name}\n\n${table}`);
    if (!values.write) continue;
    const stamp = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(0)} at its start`;
    const text = await readFile(page, "utf8");
    const block = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
    if (!block.test(text)) throw new Error(`${page} has no section for ${name}.`);
    await writeFile(page, text.replace(block, `$1\n\nMeasured on ${stamp}.\n\n${table}\n\n$2`));
    // oxlint-enable no-await-in-loop
  }
} finally {
  await (await database)?.stop();
}
if (broken > 0) {
  console.log(`\n${broken} ${broken === 1 ? "row" : "rows"} failed`);
  process.exitCode = 1;
}
