import { fork } from "node:child_process";
import { once } from "node:events";

/** Task of a sender process. */
export interface LoadOrder {
  readonly url: string;
  /** Prefix of ids, unique for each load. */
  readonly run: string;
  readonly seconds: number;
  readonly connections: number;
  /** Batches per second, without waiting for responses; null: sequential on each connection. */
  readonly rate: number | null;
  /** Whether it yields the CPU to the service, to simulate senders on other machines. */
  readonly yields: boolean;
}

/** Results of a load. Times are in milliseconds. */
export interface LoadResult {
  readonly sent: number;
  /** Number of due batches that were not sent, because every connection was waiting. */
  readonly unsent: number;
  readonly acknowledged: readonly number[];
  /** Acknowledged batches per second, without the first quarter of the load. */
  readonly acknowledgedPerSecond: number;
  readonly times: readonly number[];
  /** Number of 429 responses with `Retry-After`. */
  readonly refused: number;
  /** Maximum `Retry-After`, in seconds. */
  readonly maxRetryAfter: number;
  /** Number of other results, by status or error code. */
  readonly failures: { readonly [what: string]: number };
  /** CPU time of the senders, in seconds. */
  readonly cpuSeconds: number;
}

/** Sends batches from a separate process. */
export async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL("./load-generator-process.ts", import.meta.url), [JSON.stringify(order)]);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the load ended with code ${code}`)));
  const [result] = await Promise.race([once(child, "message"), ended]);
  // Without this, the process waits forever for the acknowledgment of its result.
  child.kill("SIGKILL");
  return result as LoadResult; // sent by the process
}
