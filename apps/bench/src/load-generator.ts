import { fork } from "node:child_process";
import { once } from "node:events";

/** Order for a process that sends batches of steps to the service. */
export interface LoadOrder {
  readonly url: string;
  /** Prefix of the step and thread ids. It must differ between calls of {@link generateLoad}. */
  readonly run: string;
  readonly seconds: number;
  readonly connections: number;
  /**
   * Batches per second, sent without waiting for responses. Null: each connection sends its next batch after a
   * response.
   */
  readonly rate: number | null;
  /**
   * Whether the senders run with a low CPU priority. The service then gets CPU time first, as if the senders ran on
   * other machines.
   */
  readonly yields: boolean;
}

/** Result of {@link generateLoad}. Times are in milliseconds. */
export interface LoadResult {
  readonly sent: number;
  /** Number of batches that were not sent when they were due, because all connections were waiting. */
  readonly unsent: number;
  readonly acknowledged: readonly number[];
  /** Acknowledged batches per second. The first quarter of the time is a warm-up and does not count. */
  readonly acknowledgedPerSecond: number;
  readonly times: readonly number[];
  /** Number of responses with status 429 and `Retry-After`. A response without `Retry-After` counts as a failure. */
  readonly refused: number;
  /** Maximum `Retry-After` of the responses, in seconds. */
  readonly maxRetryAfter: number;
  /** Number of all other requests that were not acknowledged, by status or error code. */
  readonly failures: { readonly [what: string]: number };
  /** CPU time of the senders, in seconds. */
  readonly cpuSeconds: number;
}

export async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL("./load-generator-process.ts", import.meta.url), [JSON.stringify(order)]);
  const ended = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`the load generator exited with code ${code}`)),
  );
  const [result] = await Promise.race([once(child, "message"), ended]);
  // The child exits by itself when `process.send` calls back. It is killed in case this never happens.
  child.kill("SIGKILL");
  return result as LoadResult; // sent by the process
}
