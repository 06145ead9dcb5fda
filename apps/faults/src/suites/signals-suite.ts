import { findingsRow, isClean, plantedRow, type Row } from "../report.ts";
import { restartServers } from "../restarts.ts";
import type { Suite } from "./suite.ts";

/**
 * Maximum time from SIGTERM until the service exits, in milliseconds. The service waits as long for requests in
 * progress.
 */
const maxExit = 10_000;

/** Stops the service with SIGTERM while clients and the SDK write. */
export const signalsSuite: Suite = {
  defaultRuns: 200,
  async run({ runs, tell, postgres, startTime }) {
    const rows: Row[] = [];
    const stores = [
      ["embedded store", runs, undefined],
      ["PostgreSQL", Math.ceil(runs / 10), await (await postgres()).createDatabase()],
    ] as const;
    for (const [store, count, databaseUrl] of stores) {
      tell(`${count} restarts on the ${store}`);
      // oxlint-disable-next-line no-await-in-loop -- one store after the other
      const report = await restartServers({ from: "build", runs: count, databaseUrl, hasTime: startTime() });
      const { findings, codes, slowestExit, cutRequests, sdk } = report;
      rows.push(
        findingsRow(`${store}: ${report.runs} restarts by SIGTERM`, findings),
        {
          what: `${store}: how it stopped`,
          seen: `exit codes ${codes.join(", ")}; ${Math.round(slowestExit)} ms at most; ${cutRequests} requests cut off`,
          holds: codes.every((code) => code === 0) && slowestExit < maxExit && cutRequests === 0,
        },
        {
          what: `${store}: records of the SDK`,
          seen: `${sdk.delivered} delivered, ${sdk.pending} pending, ${sdk.dropped} dropped`,
          holds: isClean(findings) && sdk.delivered > 0 && sdk.pending + sdk.dropped === 0,
        },
      );
    }
    const planted = await restartServers({ from: "build", runs: 5, plants: ["exit-at-once"] });
    const seen = `${planted.cutRequests} requests cut off in ${planted.runs} restarts`;
    rows.push(plantedRow("a signal ends the process at once", seen, planted.cutRequests > 0));
    return rows;
  },
};
