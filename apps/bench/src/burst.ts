import { fork } from "node:child_process";
import { once } from "node:events";
import type { Window } from "./bystander.ts";

export interface BurstOrder {
  readonly url: string;
  readonly key: string;
  readonly query: string;
  readonly count: number;
  /**
   * Time for which the clients keep their sockets open without reading the bodies of the responses, in milliseconds. 0
   * if they read the responses normally.
   */
  readonly unreadMs: number;
}

/** Result of a burst. Times are in epoch milliseconds. */
export interface BurstResult extends Window {
  /** Number of responses by status and error code. */
  readonly outcomes: { readonly [outcome: string]: number };
  readonly bytes: number;
}

export async function sendBurst(order: BurstOrder): Promise<BurstResult> {
  const child = fork(new URL("./burst-process.ts", import.meta.url), [JSON.stringify(order)]);
  const ended = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`the burst process exited with code ${code}`)),
  );
  const [result] = await Promise.race([once(child, "message"), ended]);
  child.kill("SIGKILL");
  return result as BurstResult; // sent by the process
}
