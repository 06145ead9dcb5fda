import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Threadline } from "@threadline/core";
import { freePort } from "../../../packages/server/test/postgres/launch-postgres.ts";
import { Client } from "./client.ts";
import { type Findings, History } from "./history.ts";
import { Load } from "./load.ts";
import { makeStep } from "./made-step.ts";
import { apiKey, type Plant, type ServerOptions, startServer } from "./server-process.ts";

export interface RestartReport {
  readonly runs: number;
  readonly findings: Findings;
  readonly codes: readonly (number | null)[];
  /** Maximum time from the signal to the exit, in milliseconds. */
  readonly slowestExit: number;
  /**
   * Number of requests that got no response because the service closed their connection. Connections that were refused
   * during the restart do not count.
   */
  readonly cutRequests: number;
  readonly sdk: { readonly delivered: number; readonly pending: number; readonly dropped: number };
}

/**
 * Steps of the SDK are numbered from here. `Load` numbers its own steps from 1 and stays below, so no number is used
 * twice.
 */
const firstOfSdk = 1_000_000;

/**
 * Repeatedly stops the service with SIGTERM while clients and the SDK write to it, and restarts it on the same port.
 */
export async function restartServers(
  options: Pick<ServerOptions, "from" | "env" | "databaseUrl"> & {
    readonly runs: number;
    readonly plants?: readonly Plant[];
    /** Returns whether there is time for another restart. Default: always true. */
    readonly hasTime?: (() => boolean) | undefined;
  },
): Promise<RestartReport> {
  const { runs, hasTime = () => true, ...server } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-restart-"));
  // `freePort` returns a port that the system does not assign to processes. So the port stays free while the service is
  // down.
  const port = await freePort();
  let current = await startServer({ ...server, dataDir, port });
  const client = new Client(current.url);
  const history = new History();
  const codes = new Set<number | null>();
  let [slowestExit, cutRequests, batches] = [0, 0, 0];
  const load = new Load({
    client,
    history,
    onAcknowledged: () => (batches += 1),
    onFailure: ({ status, reason }) => {
      if (status === null && !reason.includes("ECONNREFUSED")) cutRequests += 1;
    },
  });
  const sdk = new Threadline({ apiKey, url: current.url, onError: () => {} });
  let recorded = 0;
  const recording = setInterval(() => {
    const number = firstOfSdk + (recorded += 1);
    history.submit(number, 2);
    void sdk.step({ ...makeStep(number, 2), tags: [] }).send();
  }, 5);
  let run = 0;
  load.start();
  try {
    for (; run < runs && (run === 0 || hasTime()); run += 1) {
      const before = batches;
      // oxlint-disable no-await-in-loop -- one restart after the other
      while (batches < before + 10) await pause(5);
      await pause(Math.random() * 50);
      const signaledAt = performance.now();
      const { code } = await current.stop("SIGTERM");
      slowestExit = Math.max(slowestExit, performance.now() - signaledAt);
      codes.add(code);
      current = await startServer({ ...server, dataDir, port });
      // oxlint-enable no-await-in-loop
    }
    await load.stop();
    clearInterval(recording);
    const delivered = await sdk.shutdown({ timeoutMs: 60_000 });
    for (let number = 1; number <= recorded; number += 1)
      history.acknowledge(firstOfSdk + number, 2, firstOfSdk + number);
    const findings = history.compare(await client.readSteps());
    await current.stop();
    return { runs: run, findings, codes: [...codes], slowestExit, cutRequests, sdk: delivered };
  } finally {
    clearInterval(recording);
    await load.stop();
    client.close();
    await current.stop("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  }
}
