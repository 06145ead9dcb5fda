import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const packageFolder = join(import.meta.dirname, "../../../packages/server");
const plantFolder = join(import.meta.dirname, "../plants");

/** Cache folder for compiled code. It halves the startup time when the service runs from its sources. */
const compileCache = join(tmpdir(), "threadline-faults-compiled");

/** Maximum time from the start of a server until it is killed, in milliseconds. */
const maxStartMs = 1_500;

/** API key of all runs. The service only listens on loopback. */
export const apiKey = "tl_faults_key_that_only_lives_on_loopback_000";

/** Modules that change the service for a test: bugs that a suite must detect, and other changes. */
export type Plant =
  | "acknowledge-before-commit"
  | "automatic-checkpoints"
  | "early-checkpoints"
  | "exit-at-once"
  | "ignored-failures"
  | "large-upgrade"
  | "leaked-descriptors"
  | "lists-until-now"
  | "migration-in-pieces"
  | "own-clock"
  | "packing-in-pieces"
  | "remembered-requests"
  | "synchronous-normal"
  | "synchronous-off"
  | "unsynced-files"
  | "uncaught-in-writer";

export interface ServerOptions {
  readonly dataDir: string;
  /** Whether the service runs from its sources or from the build. From the build, the service starts twice as fast. */
  readonly from: "build" | "sources";
  readonly plants?: readonly Plant[] | undefined;
  /** Port; 0 for a free port. */
  readonly port?: number | undefined;
  readonly databaseUrl?: string | undefined;
  /** Program that runs the command, such as `strace`, with its arguments. */
  readonly wrapper?: readonly string[] | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly flags?: readonly string[] | undefined;
}

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Lines of standard error and the log. */
  readonly lines: readonly string[];
  /** Resolves to the exit code or the signal. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export function serverCommand({ from, plants = [] }: Pick<ServerOptions, "from" | "plants">): string[] {
  const entry = from === "build" ? "dist/threadline.js" : "src/threadline.ts";
  return [
    ...plants.flatMap((plant) => ["--import", join(plantFolder, `${plant}.ts`)]),
    ...(from === "build" ? [] : ["--conditions=@threadline/source"]),
    join(packageFolder, entry),
  ];
}

/** Starts the service without waiting for it. `ready` rejects if the service exits before it is ready. */
export function spawnServer(options: ServerOptions): {
  readonly child: ChildProcess;
  readonly ready: Promise<ServerProcess>;
} {
  const { dataDir, port = 0, databaseUrl, wrapper = [], env, flags = [] } = options;
  const [command = "", ...args] = [
    ...wrapper,
    process.execPath,
    ...serverCommand(options),
    "serve",
    "--port",
    String(port),
    "--data-dir",
    dataDir,
    "--log-level",
    "error",
    ...flags,
  ];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      THREADLINE_API_KEY: apiKey,
      THREADLINE_DATABASE_URL: databaseUrl,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "close").then(([code, signal]) => ({
    code: code as number | null, // Node documents these arguments
    signal: signal as NodeJS.Signals | null,
  }));
  const lines: string[] = [];
  const ready = new Promise<ServerProcess>((resolve, reject) => {
    const hear = (line: string): void => {
      lines.push(line);
      const url = /^Threadline is ready at (\S+)/.exec(line)?.[1];
      if (url === undefined) return;
      const pid = wrapper.length === 0 ? (child.pid ?? 0) : childOf(child.pid ?? 0);
      resolve({
        url,
        pid,
        lines,
        exited,
        stop(signal = "SIGTERM") {
          if (child.exitCode === null && child.signalCode === null) process.kill(pid, signal);
          return exited;
        },
      });
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", hear);
    child.once("error", reject);
    void exited.then((end) =>
      reject(
        new Error(`threadline serve exited with ${end.code ?? end.signal} before it was ready:\n${lines.join("\n")}`),
      ),
    );
  });
  // Callers that kill the process during its start do not use `ready`. Without this handler, its rejection would end
  // the test.
  ready.catch(() => undefined);
  return { child, ready };
}

export function startServer(options: ServerOptions): Promise<ServerProcess> {
  return spawnServer(options).ready;
}

export async function killAtStart(options: ServerOptions): Promise<void> {
  const { child } = spawnServer(options);
  const ended = once(child, "exit");
  await pause(Math.random() * maxStartMs);
  child.kill("SIGKILL");
  await ended;
}

/** Returns the last line of an error. For a failed start, this line is the last output of the service. */
export function lastLine(error: unknown): string {
  return String(error).split("\n").at(-1) ?? "";
}

/**
 * Returns the id of the service's process, which the tracer with this process id (such as `strace`) started. Signals
 * must go to the service: the tracer then exits too, but a service whose tracer is stopped continues.
 */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ")[0]);
}
