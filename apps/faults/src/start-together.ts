import type { FaultPostgres } from "./fault-postgres.ts";
import { addFindings, type Findings, nothingFound } from "./history.ts";
import { lastLine, type Plant, type ServerOptions, type ServerProcess, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";
import { writeToBoth } from "./write-to-both.ts";

interface Options extends Pick<ServerOptions, "from"> {
  readonly postgres: FaultPostgres;
  readonly runs: number;
  readonly plants?: readonly Plant[] | undefined;
  readonly hasTime?: (() => boolean) | undefined;
}

export interface ReplicasReport {
  readonly runs: number;
  readonly findings: Findings;
  readonly failedStarts: readonly string[];
}

/** Starts two services at the same time on an empty database, and then writes to both. */
export async function startTogether(options: Options): Promise<ReplicasReport> {
  const { postgres, from, plants, runs, hasTime = () => true } = options;
  const failedStarts = new Set<string>();
  let [done, findings] = [0, nothingFound];
  for (; done < runs && (done === 0 || hasTime()); done += 1) {
    // oxlint-disable no-await-in-loop -- one database after the other
    const databaseUrl = await postgres.createDatabase();
    const found = await withFolder(async (dataDir) => {
      const start = (): Promise<ServerProcess | string> =>
        startServer({ from, plants, dataDir, databaseUrl }).catch(lastLine);
      const replicas = await Promise.all([start(), start()]);
      for (const replica of replicas) if (typeof replica === "string") failedStarts.add(replica);
      const [one, other] = replicas.filter((replica) => typeof replica !== "string");
      try {
        // With a planted bug, writes always fail. So only the start is tested.
        if (one === undefined || other === undefined || plants !== undefined) return nothingFound;
        return await writeToBoth(one.url, other.url);
      } finally {
        await Promise.all([one?.stop(), other?.stop()]);
      }
    });
    findings = addFindings(findings, found);
    // oxlint-enable no-await-in-loop
  }
  return { runs: done, findings, failedStarts: [...failedStarts] };
}
