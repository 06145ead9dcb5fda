import { fork } from "node:child_process";
import { once } from "node:events";

/** What a process of senders is to do. */
export interface LoadOrder {
  readonly url: string;
  /** Keeps the ids of several loads apart. */
  readonly run: string;
  readonly seconds: number;
  /** Connections at most. */
  readonly connections: number;
  /** Batches in a second, whether or not the earlier ones are answered; null: one after the other on each connection. */
  readonly rate: number | null;
  /** Whether it leaves the processor to the service, as it stands for machines that are not this one. */
  readonly yields: boolean;
}

/** What came of it. Times in milliseconds. */
export interface LoadResult {
  readonly sent: number;
  /** Batches that were due and not sent, as every connection waited for an answer. */
  readonly unsent: number;
  /** The numbers of the batches that were acknowledged. */
  readonly acknowledged: readonly number[];
  /** Batches that were acknowledged in a second of the load, its first quarter left out. */
  readonly acknowledgedPerSecond: number;
  /** How long each acknowledgement took. */
  readonly times: readonly number[];
  /** 429 with the seconds to wait. */
  readonly refused: number;
  /** The longest that was asked for. Seconds. */
  readonly longestRetryAfter: number;
  /** Whatever else was answered or not, by status or code, and how often. */
  readonly failures: { readonly [what: string]: number };
  /** Of the senders. Seconds. */
  readonly cpuSeconds: number;
}

/** Sends batches from a process of its own. */
export async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL("./load-generator-process.ts", import.meta.url), [JSON.stringify(order)]);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the load ended with code ${code}`)));
  const [result] = await Promise.race([once(child, "message"), ended]);
  // One that has not heard that its result was sent would wait for ever.
  child.kill("SIGKILL");
  return result as LoadResult; // what the process sends
}
