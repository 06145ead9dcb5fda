import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { run } from "../../src/cli/run.ts";

const entry = join(import.meta.dirname, "../../src/threadline.ts");

interface Said {
  readonly code: number | null;
  readonly output: string;
  readonly notices: string;
}

export interface Finished extends Said {
  readonly signal: NodeJS.Signals | null;
}

/** Runs a command in this process. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = "",
): Promise<Said> {
  const text = { output: "", notices: "" };
  const into = (name: keyof typeof text): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        text[name] += String(chunk);
        done();
      },
    });
  const terminal = {
    env,
    input: Readable.from([Buffer.from(input)]),
    output: into("output"),
    notices: into("notices"),
  };
  const code = await run(args, terminal, "0.0.0");
  return { code, ...text };
}

/** A command that runs in a separate process. */
export interface Running {
  readonly finished: Promise<Finished>;
  isOver(): boolean;
  kill(): void;
}

export function startCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, ["--conditions=@threadline/source", entry, ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { output: "", notices: "" };
  let isOver = false;
  child.stdout.on("data", (chunk) => (text.output += chunk));
  child.stderr.on("data", (chunk) => (text.notices += chunk));
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => {
      isOver = true;
      resolve({ code, signal, ...text });
    });
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await finished;
  });
  return { finished, isOver: () => isOver, kill: () => void child.kill("SIGKILL") };
}

/**
 * Runs a command until a run completes. Kills each run in which `progress` has grown by `every`. Resolves to the result
 * of the last run, and to the number of killed runs.
 */
export async function runWithKills(
  start: () => Running,
  { progress, every }: { readonly progress: () => Promise<number>; readonly every: number },
): Promise<Finished & { readonly kills: number }> {
  for (let kills = 0; ; kills += 1) {
    const before = await progress();
    const running = start();
    while (!running.isOver()) {
      if ((await progress()) >= before + every) running.kill();
    }
    const finished = await running.finished;
    if (finished.signal === null) return { ...finished, kills };
  }
}
