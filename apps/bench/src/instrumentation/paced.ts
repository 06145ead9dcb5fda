import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Candidate } from "./candidates.ts";
import { bases } from "./candidates.ts";
import type { PacedResult, PacedRun, PacedTask } from "./paced-process.ts";
import type { MockServer } from "./processes.ts";
import { startMockServer, startProcess } from "./processes.ts";

const run: PacedRun = { calls: 600, callsPerSecond: 300 };
const warmUpCalls = 3_000;
const timeoutMs = 120_000;

interface Runner {
  readonly candidate: Candidate;
  readonly child: ChildProcess;
  readonly ingest: MockServer;
}

/**
 * Measures the CPU time that each SDK adds to a call at a fixed rate, in microseconds. The processes of all SDKs run at
 * the same time, so that other load on the machine affects all of them.
 */
export async function measurePaced(sdks: readonly Candidate[], rounds: number): Promise<ReadonlyMap<string, number[]>> {
  const names = new Set(sdks.map(({ base }) => base));
  const wanted = [...bases.filter(({ name }) => names.has(name)), ...sdks];
  const runners: Runner[] = [];
  const added = new Map<string, number[]>(sdks.map(({ name }) => [name, []]));
  try {
    for (const candidate of wanted) {
      const runner = await startRunner(candidate);
      if (runner !== undefined) runners.push(runner);
    }
    for (let round = 0; round < rounds; round += 1) {
      const cpu = new Map<string, number>();
      for (const { candidate, child } of runners) {
        child.send(run);
        const { cpuMicroseconds } = (await nextMessage(child)) as PacedResult; // sent after each run
        cpu.set(candidate.name, cpuMicroseconds);
      }
      for (const { name, base } of sdks) {
        const [own, without] = [cpu.get(name), cpu.get(base)];
        if (own !== undefined && without !== undefined) added.get(name)?.push(own - without);
      }
    }
  } finally {
    for (const { child, ingest } of runners) {
      child.kill("SIGKILL");
      ingest.stop();
    }
  }
  return added;
}

async function startRunner(candidate: Candidate): Promise<Runner | undefined> {
  const ingest = await startMockServer("ingest");
  const task: PacedTask = {
    path: candidate.path,
    warmUpCalls,
    providerUrl: "http://127.0.0.1:1/v1",
    ingestUrl: ingest.url,
  };
  const child = startProcess("paced-process.ts", task);
  child.stderr?.resume();
  try {
    await nextMessage(child);
    return { candidate, child, ingest };
  } catch (error) {
    console.error(`  ${candidate.name} could not be run paced: ${String(error)}`);
    child.kill("SIGKILL");
    ingest.stop();
    return undefined;
  }
}

/** Resolves to the next message of a process. Rejects when the process ends, or at the timeout. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("the process ended");
  });
  try {
    const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [unknown];
    return message;
  } finally {
    ended.catch(() => {});
    settled.abort();
  }
}
