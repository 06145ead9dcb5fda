import { fork } from "node:child_process";
import { once } from "node:events";
import type { Window } from "./bystander.ts";

/** One document, sent many times concurrently. */
export interface BurstOrder {
  readonly url: string;
  readonly key: string;
  readonly query: string;
  readonly count: number;
  /** With 0, responses are read. Otherwise only their headers are read, and the sockets stay open for this time. */
  readonly unreadMs: number;
}

/** Times are epoch milliseconds. */
export interface BurstResult extends Window {
  /** Number of responses by status and error code. */
  readonly outcomes: { readonly [outcome: string]: number };
  readonly bytes: number;
}

export async function sendBurst(order: BurstOrder): Promise<BurstResult> {
  const child = fork(new URL("./burst-process.ts", import.meta.url), [JSON.stringify(order)]);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the burst ended with code ${code}`)));
  const [result] = await Promise.race([once(child, "message"), ended]);
  child.kill("SIGKILL");
  return result as BurstResult; // sent by the process
}
