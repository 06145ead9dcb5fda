import { killServers } from "../kill.ts";
import { findingsRow, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

/** Kills the service with SIGKILL under load, with both stores. */
export const killSuite: Suite = {
  defaultRuns: 1_000,
  async run({ runs, tell, postgres, startTime }) {
    const rows: Row[] = [];
    const embedded = await killServers({
      runs,
      from: "build",
      hasTime: startTime(),
      onProgress: (done, { acknowledged }) => tell(`${done} kills, ${acknowledged} acknowledged`),
    });
    rows.push(
      findingsRow(
        `embedded store: ${embedded.runs} kills, ${embedded.killedAtStart} of them while it started`,
        embedded.findings,
      ),
      {
        what: "embedded store: indexes of words and metadata, sums, totals and costs, compared with those of a store that receives the same records again",
        seen: embedded.differences.length === 0 ? "the same" : `different: ${embedded.differences.join(", ")}`,
        holds: embedded.differences.length === 0,
      },
    );
    const server = await postgres();
    const shared = await killServers({
      runs: Math.ceil(runs / 10),
      from: "build",
      hasTime: startTime(),
      createDatabase: () => server.createDatabase(),
      onProgress: (done, { acknowledged }) => tell(`${done} kills on PostgreSQL, ${acknowledged} acknowledged`),
    });
    rows.push(
      findingsRow(
        `PostgreSQL: ${shared.runs} kills, ${shared.killedAtStart} of them while it started`,
        shared.findings,
      ),
    );
    const hasty = await killServers({ runs: 10, from: "build", plants: ["acknowledge-before-commit"] });
    const { lost } = hasty.findings;
    rows.push(
      plantedRow("acknowledgment before the commit", `${lost.length} lost in ${hasty.runs} kills`, lost.length > 0),
    );
    const forgetful = await killServers({ runs: 10, from: "build", forgetsIds: true });
    const { duplicates } = forgetful.findings;
    rows.push(plantedRow("retries under new ids", `${duplicates.length} twice`, duplicates.length > 0));
    return rows;
  },
};
