import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export type StartProcess = ChildProcessByStdio<null, Readable, null>;

/** Starts the demo in a separate process. API keys in the environment are not passed on. */
export function startProcess(
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl?: string | undefined },
  parameters: readonly string[],
): StartProcess {
  const { THREADLINE_API_KEY: _key, OPENAI_API_KEY: _openaiKey, ...inherited } = process.env;
  const env = { ...inherited, THREADLINE_DATABASE_URL: databaseUrl };
  const command = ["--conditions=@threadline/source", join(import.meta.dirname, "start.ts"), "--data-dir", dataDir];
  return spawn(process.execPath, [...command, ...parameters], { env, stdio: ["ignore", "pipe", "inherit"] });
}

/** Reads the output of the start command up to its last line. Returns the lines. */
export async function linesOf(child: StartProcess): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith("Serving until")) break;
  }
  return lines;
}
