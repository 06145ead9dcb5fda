import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { ServerOptions } from "../../../src/server-options.ts";
import type { FuzzServiceReady, FuzzServiceState } from "./fuzz-service.ts";
import { createFuzzTarget, fuzzKey, type FuzzTarget } from "./fuzz-target.ts";

export interface FuzzProcess extends FuzzTarget {
  /** Returns the maximum resident memory of the service so far, in bytes. */
  peakMemory(): Promise<number>;
}

/** Starts a service in a separate process. Without `databaseUrl`, it has an embedded store in an empty folder. */
export async function startFuzzProcess(options: ServerOptions): Promise<FuzzProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-fuzz-"));
  const child = fork(
    join(import.meta.dirname, "fuzz-service.ts"),
    [JSON.stringify({ apiKey: fuzzKey, dataDir, ...options })],
    { execArgv: ["--conditions=@threadline/source"], stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  const exited = once(child, "exit");
  onTestFinished(async () => {
    if (child.connected) child.disconnect();
    await exited;
    await rm(dataDir, { recursive: true });
  });
  const next = async <Message>(): Promise<Message> => {
    const ended = exited.then(([code, signal]) => {
      throw new Error(`The service ended with ${String(code ?? signal)}.`);
    });
    const [message] = (await Promise.race([once(child, "message"), ended])) as [Message];
    return message;
  };
  const { url, projectId } = await next<FuzzServiceReady>();
  const state = async (): Promise<FuzzServiceState> => {
    child.send("state");
    return next<FuzzServiceState>();
  };
  const target = createFuzzTarget({
    projectId,
    headers: { "x-api-key": fuzzKey },
    fetch: (path, init) => fetch(`${url}${path}`, init),
    async checkState() {
      const { rejections, prototypeKeys } = await state();
      expect(prototypeKeys).toEqual([]);
      expect(rejections).toEqual([]);
    },
  });
  return { ...target, peakMemory: async () => (await state()).peakMemory };
}
