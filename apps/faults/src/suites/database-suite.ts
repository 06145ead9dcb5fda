import {
  type DatabaseReport,
  holdBackends,
  lockTable,
  restartWithoutSync,
  restartDatabase,
} from "../database-faults.ts";
import { findingsRow, isClean, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

/** Maximum time to recover after a fault, in milliseconds. */
const maxRecovery = 5_000;
/** Maximum number of connections of the service: ten in the pool, and one that listens for notifications. */
const maxConnections = 11;

/** Restarts, kills, suspends or locks a PostgreSQL server while clients write. */
export const databaseSuite: Suite = {
  defaultRuns: 100,
  async run({ runs, tell, postgres: start, startTime }) {
    const postgres = await start();
    const from = "build";
    tell(`${runs} restarts`);
    const restarted = await restartDatabase({ postgres, from, runs, hasTime: startTime() });
    tell("a table that is locked");
    const locked = await lockTable({ postgres, from, runs: Math.ceil(runs / 20), seconds: 3 });
    tell("suspended processes");
    const held = await holdBackends({ postgres, from, runs: Math.ceil(runs / 20), seconds: 3 });
    const rows = [
      describeReport(`PostgreSQL restarted ${restarted.runs} times, every other time after SIGKILL`, restarted),
      describeReport(`\`steps\` locked for 3 s, ${locked.runs} times`, locked),
      describeReport(`every PostgreSQL process that serves the service suspended for 3 s, ${held.runs} times`, held),
    ];
    const withoutSync = await restartWithoutSync({ postgres, from, runs: 6 });
    const { lost } = withoutSync.findings;
    rows.push(
      plantedRow(
        "`synchronous_commit = off`, set without the service's knowledge",
        `${lost.length} lost`,
        lost.length > 0,
      ),
    );
    return rows;
  },
};

export function describeReport(
  what: string,
  { findings, refusals, slowestRecovery, connections }: DatabaseReport,
  limits: { readonly maxConnections: number } = { maxConnections },
): Row {
  const isReported = [...refusals.keys()].every((refusal) => refusal.startsWith("503:"));
  const row = findingsRow(what, findings);
  return {
    what,
    seen: `${row.seen}; reported: ${describeRefusals(refusals)}; acknowledges again after ${Math.round(slowestRecovery)} ms at most; ${connections} connections at most`,
    holds:
      row.holds &&
      isClean(findings) &&
      isReported &&
      slowestRecovery <= maxRecovery &&
      connections <= limits.maxConnections,
  };
}

export function describeRefusals(refusals: DatabaseReport["refusals"]): string {
  return [...refusals].map(([refusal, count]) => `${count} x "${refusal}"`).join(", ") || "nothing";
}
