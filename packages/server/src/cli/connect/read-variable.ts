import type { Terminal } from "../terminal.ts";

/** Reads an environment variable; undefined if it is empty or not set. */
export function readVariable(env: Terminal["env"], name: string): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}
