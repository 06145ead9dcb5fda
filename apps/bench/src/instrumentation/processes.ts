import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Counts, Fault } from "./mock-server.ts";

/**
 * Environment of the measured processes. Variables of this machine, such as proxies and API keys, are left out, so that
 * the SDKs run as published.
 */
const env = { PATH: process.env["PATH"], NO_PROXY: "*" };

export function startProcess(module: string, argument: unknown): ChildProcess {
  const options = {
    env,
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "pipe", "ipc"] as ["ignore", "ignore", "pipe", "ipc"],
  };
  const text = typeof argument === "string" ? argument : JSON.stringify(argument);
  const child = fork(join(import.meta.dirname, module), [text], options);
  child.stderr?.setEncoding("utf8");
  return child;
}

export interface MockServer {
  readonly url: string;
  counts(): Promise<Counts>;
  setFault(fault: Fault | null): void;
  stop(): void;
}

export async function startMockServer(role: "provider" | "ingest"): Promise<MockServer> {
  const child = startProcess("mock-server.ts", role);
  child.stderr?.resume();
  const [{ port }] = (await once(child, "message")) as [{ port: number }]; // the first message of the process
  return {
    url: `http://127.0.0.1:${port}`,
    counts: async () => {
      const answered = once(child, "message");
      child.send({ ask: "counts" });
      const [{ counts }] = (await answered) as [{ counts: Counts }]; // only one request is pending
      return counts;
    },
    setFault: (fault) => child.send({ fault }),
    stop: () => child.disconnect(),
  };
}

/**
 * Resolves to the result that a process sends as a message, and kills the process. If the process ends or the timeout
 * expires without a result, rejects with the last line of the process's error output.
 */
export async function resultOf<Result>(child: ChildProcess, timeoutMs: number): Promise<Result> {
  let result: Result | undefined;
  let errors = "";
  child.stderr?.on("data", (text: string) => (errors = (errors + text).slice(-2_000)));
  child.on("message", (message) => {
    if (message === "started") return;
    result = message as Result; // the module's result type
    child.kill("SIGKILL");
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  await once(child, "exit");
  clearTimeout(timer);
  if (result === undefined) throw new Error(errors.trim().split("\n").at(-1) || "the process sent no result in time");
  return result;
}
