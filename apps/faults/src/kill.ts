import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "./client.ts";
import { compareDerived } from "./derived.ts";
import { addFindings, type Findings, History, nothingFound } from "./history.ts";
import { Load, type Protocol } from "./load.ts";
import { type Plant, type ServerOptions, spawnServer, startServer } from "./server-process.ts";

export interface KillOptions extends Pick<ServerOptions, "from" | "env"> {
  readonly runs: number;
  /**
   * Number of kills before the records are compared. After each comparison, the test continues with an empty folder or
   * database.
   */
  readonly runsPerFolder?: number;
  readonly plants?: readonly Plant[];
  readonly forgetsIds?: boolean;
  readonly protocol?: Protocol | undefined;
  /** Creates an empty PostgreSQL database. Default: the embedded store is tested. */
  readonly createDatabase?: () => Promise<string>;
  readonly onProgress?: (runs: number, findings: Findings) => void;
  /** Returns whether there is time for another kill. Default: always true. */
  readonly hasTime?: (() => boolean) | undefined;
}

export interface KillReport {
  readonly runs: number;
  readonly killedAtStart: number;
  readonly findings: Findings;
  /**
   * Differences between the derived data (such as indexes and sums) and the same data recomputed from the records.
   */
  readonly differences: readonly string[];
}

const killsPerStart = 12;
/** Maximum time from the first acknowledgment to the kill, in milliseconds. */
const maxLoad = 250;

/**
 * Kills `threadline serve` with SIGKILL at random moments while clients write, repeatedly with the same folder. After
 * every `runsPerFolder` kills, compares the acknowledged steps with the stored steps.
 */
export async function killServers(options: KillOptions): Promise<KillReport> {
  const { runs, runsPerFolder = 100, onProgress, hasTime = () => true } = options;
  let report: KillReport = { runs: 0, killedAtStart: 0, findings: nothingFound, differences: [] };
  while (report.runs < runs && (report.runs === 0 || hasTime())) {
    // oxlint-disable-next-line no-await-in-loop -- one folder after the other
    const more = await killOnOneFolder({ ...options, runs: Math.min(runsPerFolder, runs - report.runs) });
    report = {
      runs: report.runs + more.runs,
      killedAtStart: report.killedAtStart + more.killedAtStart,
      findings: addFindings(report.findings, more.findings),
      differences: [...report.differences, ...more.differences],
    };
    onProgress?.(report.runs, report.findings);
  }
  return report;
}

async function killOnOneFolder(options: KillOptions): Promise<KillReport> {
  const { runs, from, env, plants, forgetsIds, protocol, createDatabase, hasTime = () => true } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-kill-"));
  const server: ServerOptions = { dataDir, from, env, plants, databaseUrl: await createDatabase?.() };
  const history = new History();
  const client = new Client("");
  let hear: (() => void) | undefined;
  const load = new Load({ client, history, forgetsIds, protocol, onAcknowledged: () => hear?.() });
  let [killedAtStart, run] = [0, 0];
  try {
    // The first start has no planted bugs. It creates the project and then reads it, and a planted bug that delays
    // commits would make this read fail.
    if (plants !== undefined) await (await startServer({ ...server, plants: [] })).stop();
    for (; run < runs && (run === 0 || hasTime()); run += 1) {
      // oxlint-disable no-await-in-loop -- one run after the other
      if (run % killsPerStart === killsPerStart - 1) {
        killedAtStart += 1;
        const { child } = spawnServer(server);
        const ended = new Promise((resolve) => child.once("exit", resolve));
        await pause(Math.random() * 1_500);
        child.kill("SIGKILL");
        await ended;
        continue;
      }
      const process = await startServer(server);
      client.url = process.url;
      const acknowledged = new Promise<void>((resolve) => (hear = resolve));
      load.start();
      await Promise.race([acknowledged, process.exited]);
      await pause(Math.random() * maxLoad);
      const { signal, code } = await process.stop("SIGKILL");
      if (signal !== "SIGKILL")
        throw new Error(`The server exited unexpectedly (${code}):\n${process.lines.join("\n")}`);
      await load.stop();
      // oxlint-enable no-await-in-loop
    }
    const last = await startServer({ ...server, plants: [] });
    client.url = last.url;
    const findings = history.compare(await client.readSteps());
    await last.stop();
    const differences = createDatabase === undefined ? await compareDerived(dataDir) : [];
    return { runs: run, killedAtStart, findings, differences };
  } finally {
    client.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
