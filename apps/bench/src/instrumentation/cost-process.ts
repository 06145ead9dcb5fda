/** Process that measures one SDK, and sends the result over IPC. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { median, percentile } from "../statistics.ts";
import { chatBody } from "./chat-body.ts";
import { fetchInProcess } from "./mock-provider.ts";
import type { Sdk, SdkOptions } from "./sdk.ts";
import { startSdk } from "./sdk.ts";

/** Costs of calls over the network, with an SDK or without one. `measureCosts` subtracts the costs without an SDK. */
export interface NetworkCosts {
  readonly importMs: number;
  readonly idleMegabytes: number;
  readonly chatWallP50: number;
  readonly chatWallP99: number;
  readonly loopDelayP99: number;
  /** CPU time of all threads per call, in microseconds. Includes the CPU time of sockets. */
  readonly networkCpuMicroseconds: number;
}

/**
 * CPU time of all threads per call, in microseconds. This includes the call itself and sending the records.
 * `measureCosts` subtracts the CPU time of the same calls without an SDK.
 */
export interface CpuCosts {
  readonly chatCpuMicroseconds: number;
  readonly streamCpuMicroseconds: number;
  readonly stepCpuMicroseconds: number;
}

export interface CostTask extends SdkOptions {
  readonly path: string;
  /**
   * Kind of measurement:
   * - `network`: calls to a provider over the network.
   * - `cpu`: CPU time of calls, streams and traces. The provider is in this process, so that its calls need no sockets,
   *   whose CPU time varies too much.
   */
  readonly kind: "network" | "cpu";
  readonly calls: number;
  /** Number of streams of 100 chunks. */
  readonly streams: number;
  /** Number of traces. Each has a root and ten children. */
  readonly traces: number;
}

const children = 10;

async function call(sdk: Sdk, index: number): Promise<void> {
  await sdk.openai.chat.completions.create(chatBody(index));
}

async function stream(sdk: Sdk, index: number): Promise<void> {
  const chunks = await sdk.openai.chat.completions.create({ ...chatBody(index), stream: true });
  for await (const chunk of chunks) void chunk;
}

async function trace(sdk: Sdk, index: number): Promise<void> {
  await sdk.trace(async (step) => {
    for (let child = 0; child < children; child += 1) {
      await step(child, async () => ({ result: `answer ${index} of ${child}`, found: [1, 2, 3], score: 0.5 }));
    }
    return { answer: `done ${index}` };
  });
}

/**
 * Number of blocks into which a measurement is divided. A flush follows each block, because some SDKs drop records that
 * they cannot send in time.
 */
const blocks = 8;

/**
 * Returns the CPU time of one call of `work`, in microseconds. Divides the calls into {@link blocks} parts and returns
 * their median, so that other load on the machine hardly matters. A warm-up of the same length runs first.
 */
async function cpuEach(sdk: Sdk, times: number, work: (sdk: Sdk, index: number) => Promise<void>): Promise<number> {
  const size = Math.ceil(times / blocks);
  const measured: number[] = [];
  for (let block = 0; block < 2 * blocks; block += 1) {
    if (block === blocks) globalThis.gc?.();
    const before = process.cpuUsage();
    for (let index = 0; index < size; index += 1) await work(sdk, block * size + index);
    await sdk.flush();
    const { user, system } = process.cpuUsage(before);
    if (block >= blocks) measured.push((user + system) / size);
  }
  return median(measured);
}

async function measureCpu({ path, calls, streams, traces, ...options }: CostTask): Promise<CpuCosts> {
  const sdk = await startSdk(path, { ...options, providerFetch: fetchInProcess });
  return {
    chatCpuMicroseconds: await cpuEach(sdk, calls, call),
    streamCpuMicroseconds: await cpuEach(sdk, streams, stream),
    stepCpuMicroseconds: (await cpuEach(sdk, traces, trace)) / (children + 1),
  };
}

async function measureNetwork({ path, calls, ...options }: CostTask): Promise<NetworkCosts> {
  const before = performance.now();
  const sdk = await startSdk(path, options);
  const importMs = performance.now() - before;
  await call(sdk, 0);
  await sdk.flush();
  await sleep(200);
  globalThis.gc?.();
  const idleMegabytes = process.memoryUsage().rss / 1e6;
  const walls: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let index = 0; index < calls; index += 1) await call(sdk, index);
  await sdk.flush();
  globalThis.gc?.();
  delay.enable();
  const cpuBefore = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) {
    const startedAt = performance.now();
    await call(sdk, index);
    walls.push(performance.now() - startedAt);
  }
  delay.disable();
  await sdk.flush();
  const { user, system } = process.cpuUsage(cpuBefore);
  await sleep(300);
  return {
    importMs,
    idleMegabytes,
    chatWallP50: percentile(walls, 0.5) * 1_000,
    chatWallP99: percentile(walls, 0.99) * 1_000,
    loopDelayP99: delay.percentile(99) / 1e6,
    networkCpuMicroseconds: (user + system) / calls,
  };
}

const task = JSON.parse(process.argv[2] ?? "{}") as CostTask; // passed by `measureCosts`
process.send?.(task.kind === "cpu" ? await measureCpu(task) : await measureNetwork(task));
