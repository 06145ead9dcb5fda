import { killServers } from "../kill.ts";
import { findingsRow, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

/** Kills the service with SIGKILL while OpenTelemetry exporters send to it, with both stores. */
export const otlpSuite: Suite = {
  defaultRuns: 100,
  async run({ runs, tell, postgres, startTime }) {
    const rows: Row[] = [];
    const options = { from: "build", protocol: "otlp" } as const;
    const embedded = await killServers({
      ...options,
      runs,
      hasTime: startTime(),
      onProgress: (done, { acknowledged }) => tell(`${done} kills, ${acknowledged} acknowledged`),
    });
    rows.push(
      findingsRow(
        `embedded store: ${embedded.runs} kills, ${embedded.killedAtStart} of them while it started`,
        embedded.findings,
      ),
      {
        what: "embedded store: derived data, compared with that of a store that receives the same records again",
        seen: embedded.differences.length === 0 ? "the same" : `different: ${embedded.differences.join(", ")}`,
        holds: embedded.differences.length === 0,
      },
    );
    const server = await postgres();
    const shared = await killServers({
      ...options,
      runs: Math.ceil(runs / 10),
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
    const hasty = await killServers({ ...options, runs: 10, plants: ["acknowledge-before-commit"] });
    const { lost } = hasty.findings;
    rows.push(
      plantedRow("acknowledgment before the commit", `${lost.length} lost in ${hasty.runs} kills`, lost.length > 0),
    );
    return rows;
  },
};
