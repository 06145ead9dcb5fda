import { moveProject } from "../citus-moves.ts";
import { restartDatabase } from "../database-faults.ts";
import { citusAccess, openFaultCitus } from "../fault-citus.ts";
import { findingsRow, isClean, type Row } from "../report.ts";
import { describeReport, describeRefusals } from "./database-suite.ts";
import type { Suite } from "./suite.ts";

/** Maximum time that a writer may wait because of a change to the cluster, in milliseconds. */
const maxWait = 5_000;

/** Kills, adds, drains and removes nodes of a Citus cluster while clients write. Skipped without a cluster. */
export const citusSuite: Suite = {
  defaultRuns: 10,
  async run({ runs, tell, startTime }) {
    if (citusAccess === undefined) {
      tell("skipped; set THREADLINE_TEST_CITUS_URL and THREADLINE_TEST_CITUS_CONTROL");
      return [];
    }
    const cluster = openFaultCitus(citusAccess);
    const rows: Row[] = [];
    for (const role of ["worker", "coordinator"] as const) {
      tell(`${runs} restarts of a ${role}`);
      const postgres = cluster.stoppedWith(role);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const report = await restartDatabase({ postgres, from: "build", runs, hasTime: startTime() });
      const what = `${role} restarted ${report.runs} times, every other time after SIGKILL`;
      // The coordinator keeps connections of finished requests open until the restarted node responds. So this test
      // accepts any number of connections.
      rows.push(describeReport(what, report, { maxConnections: Infinity }));
    }
    if (citusAccess.spare === undefined) return rows;
    tell("changes of the cluster");
    const { moves, findings, refusals } = await moveProject({ cluster, spare: citusAccess.spare, from: "build" });
    const row = findingsRow("every change below, during writes", findings);
    const isReported = [...refusals.keys()].every((refusal) => refusal.startsWith("503:"));
    rows.push({
      ...row,
      seen: `${row.seen}; reported: ${describeRefusals(refusals)}`,
      holds: row.holds && isClean(findings) && isReported,
    });
    for (const { what, elapsed, longestWait } of moves) {
      rows.push({
        what,
        seen: `took ${(elapsed / 1_000).toFixed(1)} s; a batch waited ${(longestWait / 1_000).toFixed(1)} s at most`,
        holds: longestWait <= maxWait,
      });
    }
    const longest = Math.max(...moves.map(({ longestWait }) => longestWait));
    rows.push({
      what: "longest wait of a batch during all changes",
      seen: `${(longest / 1_000).toFixed(1)} s`,
      holds: longest <= maxWait,
    });
    return rows;
  },
};
