import { killEmbeddedMigrations } from "../embedded-migrations.ts";
import { killWhilePacking } from "../packing-kills.ts";
import { killPostgresMigrations } from "../postgres-migrations.ts";
import { startTogether } from "../start-together.ts";
import { findingsRow, isClean, plantedRow, type Row } from "../report.ts";
import type { Suite, SuiteContext } from "./suite.ts";

const from = "build";
const plants = ["migration-in-pieces"] as const;

/** Kills migrations, and runs two migrations concurrently. */
export const migrationSuite: Suite = {
  defaultRuns: 50,
  async run(context) {
    return [...(await embeddedRows(context)), ...(await postgresRows(context))];
  },
};

async function embeddedRows({ runs, tell, startTime }: SuiteContext): Promise<Row[]> {
  tell(`${runs} kills of the embedded store`);
  const whole = await killEmbeddedMigrations({ kills: runs, hasTime: startTime() });
  const planted = await killEmbeddedMigrations({ kills: 4, plants });
  tell("kills while payloads are compressed");
  const packing = await killWhilePacking({ from, kills: Math.ceil(runs / 5), hasTime: startTime() });
  const inPieces = await killWhilePacking({ from, kills: 2, plants: ["packing-in-pieces"] });
  return [
    {
      what: "embedded store: killed at a write of its start on an earlier format",
      seen:
        `${whole.kills} kills, ${whole.undone} of which left the earlier format; ${whole.failedStarts.length} next starts failed, ` +
        `${whole.changed} had other records than the ${whole.records} from before or damage${failed([...whole.failedStarts, ...whole.differences])}`,
      holds: whole.undone > 0 && whole.failedStarts.length + whole.changed + whole.differences.length === 0,
    },
    plantedRow(
      "embedded store: each statement of a migration is committed by itself",
      `the next start says ${planted.failedStarts.map((text) => `"${text}"`).join(", ") || "nothing"}`,
      planted.failedStarts.length + planted.changed > 0,
    ),
    {
      what: "embedded store: killed at a write while it packs the payloads of an earlier format in the background",
      seen:
        `${packing.kills} kills, ${packing.halfway} of which left some payloads packed; the next start packed the rest; ` +
        `${packing.changed} had other records than the ${packing.records} from before or damage`,
      holds: packing.halfway > 0 && packing.changed === 0,
    },
    plantedRow(
      "embedded store: each statement of the packing is committed by itself",
      `${inPieces.changed} of ${inPieces.kills} kills lost or changed records`,
      inPieces.changed > 0,
    ),
  ];
}

async function postgresRows({ runs, tell, startTime, postgres: start }: SuiteContext): Promise<Row[]> {
  const postgres = await start();
  const options = { from, postgres } as const;
  tell(`${runs} kills on PostgreSQL`);
  const whole = await killPostgresMigrations({ ...options, kills: runs, hasTime: startTime() });
  tell("two migrations at the same time");
  const together = await startTogether({ ...options, runs: Math.ceil(runs / 5), hasTime: startTime() });
  const planted = await killPostgresMigrations({ ...options, kills: 3, plants });
  const unlocked = await startTogether({ ...options, runs: 5, plants });
  return [
    {
      ...findingsRow("", whole.findings),
      what: `PostgreSQL: service, connection or database killed in one of the ${whole.statements} statements of a first start that make tables`,
      seen:
        `${whole.kills} kills, ${whole.halves} of which left half a format; ${whole.failedStarts.length} next starts failed; ` +
        `then ${findingsRow("", whole.findings).seen}${failed(whole.failedStarts)}`,
      holds:
        whole.halves + whole.failedStarts.length === 0 && isClean(whole.findings) && whole.findings.acknowledged > 0,
    },
    {
      what: `PostgreSQL: two services start at once on an empty database, ${together.runs} times`,
      seen: `${findingsRow("", together.findings).seen}; ${together.failedStarts.length} starts failed${failed(together.failedStarts)}`,
      holds: together.failedStarts.length === 0 && isClean(together.findings) && together.findings.acknowledged > 0,
    },
    plantedRow(
      "PostgreSQL: each statement of a migration is committed by itself",
      `${planted.halves} of ${planted.kills} kills left half a format${failed(planted.failedStarts)}`,
      planted.halves > 0,
    ),
    plantedRow(
      "PostgreSQL: servers do not wait for another server's migration",
      `${unlocked.runs} times two together${failed(unlocked.failedStarts)}`,
      unlocked.failedStarts.length > 0,
    ),
  ];
}

function failed(starts: readonly string[]): string {
  return starts.map((text) => `; "${text}"`).join("");
}
