/** Measures one SDK in this process and tells the result over IPC. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../statistics.ts";
import type { Sdk, SdkOptions } from "./sdk.ts";
import { startSdk } from "./sdk.ts";

/** The costs of one SDK in one round; those of the calls themselves are in it. */
export interface Costs {
  readonly importMs: number;
  readonly idleMegabytes: number;
  readonly chatCpuMicroseconds: number;
  readonly chatWallP50: number;
  readonly chatWallP99: number;
  readonly loopDelayP99: number;
  readonly streamCpuMicroseconds: number;
  readonly stepCpuMicroseconds: number;
}

/** What to measure. */
export interface CostTask extends SdkOptions {
  readonly path: string;
  readonly calls: number;
  /** How many streams of 100 chunks. */
  readonly streams: number;
  /** Whether to stop after the calls, before streams and traces, so that what arrived is theirs alone. */
  readonly callsOnly: boolean;
}

const children = 10;

function chatBody(index: number): object {
  const question = Array.from({ length: 120 }, (_, word) => `term${(index * 31 + word * 17) % 4_999}`).join(" ");
  return {
    model: "gpt-4o-mini",
    temperature: 0.2,
    messages: [
      {
        role: "system",
        content: "You answer questions of customers about their orders, briefly and in their language.",
      },
      { role: "user", content: question },
    ],
  };
}

/** CPU of all threads of this process, in microseconds for each of `times`, sending included. */
async function cpuEach(sdk: Sdk, times: number, work: (index: number) => Promise<unknown>): Promise<number> {
  await sdk.flush();
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) await work(index);
  await sdk.flush();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function measure({ path, calls, streams, callsOnly, ...options }: CostTask): Promise<Costs> {
  const before = performance.now();
  const sdk = await startSdk(path, options);
  const importMs = performance.now() - before;
  const call = (index: number): Promise<unknown> => sdk.openai.chat.completions.create(chatBody(index));
  const stream = async (index: number): Promise<void> => {
    const chunks = await sdk.openai.chat.completions.create({ ...chatBody(index), stream: true });
    for await (const chunk of chunks) void chunk;
  };
  const trace = (index: number): Promise<unknown> =>
    sdk.trace(async (step) => {
      for (let child = 0; child < children; child += 1) {
        await step(child, async () => ({ result: `answer ${index} of ${child}`, found: [1, 2, 3], score: 0.5 }));
      }
      return { answer: `done ${index}` };
    });
  await call(0);
  await sdk.flush();
  await sleep(200);
  globalThis.gc?.();
  const idleMegabytes = process.memoryUsage().rss / 1e6;
  if (!callsOnly) for (let index = 0; index < calls; index += 1) await call(index);
  await sdk.flush();
  const walls: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const chatCpuMicroseconds = await cpuEach(sdk, calls, async (index) => {
    const startedAt = performance.now();
    await call(index);
    walls.push(performance.now() - startedAt);
  });
  delay.disable();
  const wall = { chatWallP50: percentile(walls, 0.5) * 1_000, chatWallP99: percentile(walls, 0.99) * 1_000 };
  const costs = { importMs, idleMegabytes, chatCpuMicroseconds, ...wall, loopDelayP99: delay.percentile(99) / 1e6 };
  if (callsOnly) {
    await sleep(300);
    return { ...costs, streamCpuMicroseconds: 0, stepCpuMicroseconds: 0 };
  }
  for (let index = 0; index < streams / 2; index += 1) await stream(index);
  const streamCpuMicroseconds = await cpuEach(sdk, streams, stream);
  for (let index = 0; index < 300; index += 1) await trace(index);
  const stepCpuMicroseconds = (await cpuEach(sdk, 600, trace)) / (children + 1);
  return { ...costs, streamCpuMicroseconds, stepCpuMicroseconds };
}

const costs = await measure(JSON.parse(process.argv[2] ?? "{}") as CostTask); // from `measureCosts`
process.send?.(costs);
