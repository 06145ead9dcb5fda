/** Records events at a steady rate in this process, and ends as it is told to. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SdkOptions } from "./sdk.ts";
import { startSdk } from "./sdk.ts";

/** How the process ends: after a flush, or in one of the ways that processes end in. */
export type End = "flush" | "natural" | "exit" | "uncaught" | "SIGTERM" | "SIGKILL";

/** What to record. */
export interface LossTask extends SdkOptions {
  readonly path: string;
  readonly events: number;
  readonly end: End;
}

/** What became of it, as the process itself knows. */
export interface LossResult {
  /** What the SDK says that it gave up; null where it does not tell. */
  readonly dropped: number | null;
  /** Null where the SDK does not tell, as below. */
  readonly pending: number | null;
  readonly failedRequests: number | null;
  readonly residentMegabytes: number;
}

const eventsPerSecond = 100;
/** Events that are recorded in the last turn before the process ends. */
const burst = 20;
/** How long the endpoint works again before the flush, and how long that may take, in milliseconds. */
const grace = 25_000;
const longestFlush = 60_000;

const { path, events, end, ...options } = JSON.parse(process.argv[2] ?? "{}") as LossTask; // from `measureLoss`
if (end === "flush") process.on("unhandledRejection", () => {}); // some SDKs have them in an outage; the application lives on
const sdk = await startSdk(path, options);
process.send?.("started");
let residentMegabytes = 0;
const startedAt = performance.now();
for (let index = 0; index < events; index += 1) {
  sdk.record(`mark-${index}-end`);
  if (index % eventsPerSecond === 0) residentMegabytes = Math.max(residentMegabytes, process.memoryUsage().rss / 1e6);
  const wait = startedAt + ((index + 1) * 1_000) / eventsPerSecond - performance.now();
  // The end comes in the middle of a burst.
  if (wait > 0 && (end === "flush" || index < events - burst)) await sleep(wait);
}
switch (end) {
  case "flush": {
    await sleep(grace);
    await Promise.race([Promise.resolve(sdk.flush()).catch(() => {}), sleep(longestFlush)]);
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
