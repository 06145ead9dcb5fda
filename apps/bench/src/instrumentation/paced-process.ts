/**
 * Process that makes chat calls at a fixed rate with one SDK. Each IPC message starts a run, and the response is the
 * CPU time per call.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { chatBody } from "./chat-body.ts";
import { fetchInProcess } from "./mock-provider.ts";
import type { Sdk, SdkOptions } from "./sdk.ts";
import { startSdk } from "./sdk.ts";

export interface PacedTask extends SdkOptions {
  readonly path: string;
  /** Number of warm-up calls before the first run. They are made as fast as possible. */
  readonly warmUpCalls: number;
}

export interface PacedRun {
  readonly calls: number;
  readonly callsPerSecond: number;
}

/** CPU time of all threads during a run, in microseconds per call. */
export interface PacedResult {
  readonly cpuMicroseconds: number;
}

let made = 0;

async function call(sdk: Sdk): Promise<void> {
  made += 1;
  await sdk.openai.chat.completions.create(chatBody(made));
}

/**
 * Makes calls at fixed times, even if earlier calls have not ended, and then flushes. The CPU time includes this flush.
 */
async function measureRun(sdk: Sdk, { calls, callsPerSecond }: PacedRun): Promise<PacedResult> {
  await sdk.flush();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let index = 0; index < calls; index += 1) {
    const waitMs = startedAt + (index * 1_000) / callsPerSecond - performance.now();
    // oxlint-disable-next-line no-await-in-loop -- calls start on schedule
    if (waitMs > 0) await sleep(waitMs);
    pending.push(call(sdk));
  }
  await Promise.all(pending);
  await sdk.flush();
  const { user, system } = process.cpuUsage(before);
  return { cpuMicroseconds: (user + system) / calls };
}

const { path, warmUpCalls, ...options } = JSON.parse(process.argv[2] ?? "{}") as PacedTask; // passed by `measurePaced`
const sdk = await startSdk(path, { ...options, providerFetch: fetchInProcess });
for (let index = 0; index < warmUpCalls; index += 1) {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  await call(sdk);
  // Flushes after every 500 calls, because some SDKs drop records that they cannot send in time.
  // oxlint-disable-next-line no-await-in-loop -- as above
  if (index % 500 === 499) await sdk.flush();
}
process.send?.("started");
process.on("disconnect", () => process.exit());
for (;;) {
  // oxlint-disable-next-line no-await-in-loop -- one run after the other
  const [run] = (await once(process, "message")) as [PacedRun]; // passed by `measurePaced`
  // oxlint-disable-next-line no-await-in-loop -- as above
  process.send?.(await measureRun(sdk, run));
}
