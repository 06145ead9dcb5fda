import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, onTestFinished } from "vitest";
import { runCommand } from "./run-command.ts";

const entry = join(import.meta.dirname, "../../src/threadline.ts");

/** Runs each test of a file in an empty folder. */
export function inEmptyFolders(): void {
  beforeEach(async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "threadline-cli-")));
    const before = process.cwd();
    process.chdir(folder);
    return async () => {
      process.chdir(before);
      await rm(folder, { recursive: true });
    };
  });
}

interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly notices: string;
}

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything that the command has printed so far. */
  readonly text: { readonly output: string; readonly notices: string };
  readonly finished: Promise<Finished>;
}

interface Served extends Started {
  readonly url: string;
  /** API key printed at the first start; null if the project has a key already. */
  readonly key: string | null;
  /** Requests the project of a key. Resolves to the HTTP status. */
  readonly projectOf: (apiKey: string) => Promise<number>;
  readonly graphql: (query: string) => Promise<unknown>;
}

/** Starts a command in a separate process. */
export function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ["--conditions=@threadline/source", entry, ...args], {
    cwd: process.cwd(),
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...env },
  });
  const text = { output: "", notices: "" };
  child.stdout.on("data", (chunk) => (text.output += chunk));
  child.stderr.on("data", (chunk) => (text.notices += chunk));
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code) => resolve({ code, ...text }));
  });
  return { child, text, finished };
}

/** Runs a command in this process. Tests of `serve` and of process behavior use {@link start} instead. */
export function threadline(args: readonly string[], input = ""): Promise<Finished> {
  return runCommand(args, {}, input);
}

/** Starts the service in a separate process. */
export async function serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Served> {
  const server = start(["serve", "--port", "0", ...args], env);
  onTestFinished(async () => {
    server.child.kill("SIGKILL");
    await server.finished;
  });
  await new Promise<void>((resolve) => {
    server.child.stderr.on("data", () => server.text.notices.includes("ready at") && resolve());
    server.child.once("close", () => resolve());
  });
  const url = /ready at (\S+)/.exec(server.text.notices)?.[1];
  if (url === undefined) throw new Error(`serve did not start: ${server.text.notices}`);
  const key = /API key\s+(\S+)/.exec(server.text.notices)?.[1] ?? null;
  const projectOf = async (apiKey: string): Promise<number> =>
    (await fetch(`${url}/api/my-project`, { method: "POST", headers: { "x-api-key": apiKey } })).status;
  const graphql = async (query: string): Promise<unknown> => {
    const headers = { "content-type": "application/json", "x-api-key": key ?? env["THREADLINE_API_KEY"] ?? "" };
    return (await fetch(`${url}/api/graphql`, { method: "POST", headers, body: JSON.stringify({ query }) })).json();
  };
  return { ...server, url, key, projectOf, graphql };
}
