/** Process that records events at a steady rate, and then ends in the way that its task specifies. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SdkOptions } from "./sdk.ts";
import { startSdk } from "./sdk.ts";

/** Kind of process end. `flush` flushes first; all others end without a flush. */
export type End = "flush" | "natural" | "exit" | "uncaught" | "SIGTERM" | "SIGKILL";

export interface LossTask extends SdkOptions {
  readonly path: string;
  readonly events: number;
  readonly end: End;
}

export interface LossResult {
  /** Number of records that the SDK reports as dropped; null if it does not report this. */
  readonly dropped: number | null;
  /** Number of records that the SDK reports as pending; null if it does not report this. */
  readonly pending: number | null;
  readonly failedRequests: number | null;
  readonly residentMegabytes: number;
}

const eventsPerSecond = 100;
/** Number of events that are recorded immediately before the process ends. */
const burst = 20;
/**
 * Pause between the last event and the flush, in milliseconds. In this pause, the SDK can send the events that were
 * recorded during the outage.
 */
const grace = 25_000;
const maxFlush = 60_000;

const { path, events, end, ...options } = JSON.parse(process.argv[2] ?? "{}") as LossTask; // passed by `measureLoss`
if (end === "flush") process.on("unhandledRejection", () => {}); // some SDKs cause rejections in outages; the application continues
const sdk = await startSdk(path, options);
process.send?.("started");
let residentMegabytes = 0;
const startedAt = performance.now();
for (let index = 0; index < events; index += 1) {
  sdk.record(`mark-${index}-end`);
  if (index % eventsPerSecond === 0) residentMegabytes = Math.max(residentMegabytes, process.memoryUsage().rss / 1e6);
  const wait = startedAt + ((index + 1) * 1_000) / eventsPerSecond - performance.now();
  // The last events follow each other without a pause, so that the process ends while it records.
  if (wait > 0 && (end === "flush" || index < events - burst)) await sleep(wait);
}
switch (end) {
  case "flush": {
    await sleep(grace);
    await Promise.race([Promise.resolve(sdk.flush()).catch(() => {}), sleep(maxFlush)]);
    const result: LossResult = {
      dropped: sdk.dropped?.() ?? null,
      pending: sdk.pending?.() ?? null,
      failedRequests: sdk.failedRequests?.() ?? null,
      residentMegabytes,
    };
    process.send?.(result);
    break;
  }
  case "natural":
    process.disconnect();
    break;
  case "exit":
    process.exit(0);
    break;
  case "uncaught":
    setImmediate(() => {
      throw new Error("the application fails");
    });
    break;
  default:
    process.kill(process.pid, end);
}
