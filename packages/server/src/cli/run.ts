import { CommanderError } from "commander";
import { ConfigError } from "../config/config-error.ts";
import { CommandError } from "./command-error.ts";
import { createProgram } from "./create-program.ts";
import type { Terminal } from "./terminal.ts";

/** Runs one command line. Resolves to the exit code: 0 for success, 1 for failure, 2 for invalid arguments. */
export async function run(argv: readonly string[], terminal: Terminal, version: string): Promise<number> {
  try {
    await createProgram(terminal, version).parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has already printed its message. `--help` is not a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return 0;
    terminal.notices.write(`threadline: ${describeError(error)}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof CommandError || path === undefined) return error.message;
  if (code === "ENOENT") return `${path} does not exist.`;
  if (code === "EEXIST") return `${path} already exists.`;
  if (code === "EACCES" || code === "EPERM") return `No permission to read or write ${path}.`;
  return error.message;
}
