import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ServerProcess } from "./server-process.ts";

/** Writes steps at a steady rate until `stop` is called, which resolves to the number of written steps. */
export function startLoad(server: ServerProcess, stepsPerSecond: number): { stop(): Promise<number> } {
  const thread = new Worker(new URL("./load-thread.ts", import.meta.url), {
    workerData: { url: server.url, stepsPerSecond },
  });
  const failed = once(thread, "error").then(([error]) => Promise.reject(error));
  const written = Promise.race([once(thread, "message"), failed]).then(([count]) => Number(count));
  written.catch(() => {}); // `stop` reports the error
  return {
    stop: () => {
      thread.postMessage("stop");
      return written;
    },
  };
}
