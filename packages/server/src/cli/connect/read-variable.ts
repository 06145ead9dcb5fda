import type { Terminal } from "../terminal.ts";

/** A variable of the environment. An empty one counts as not set. */
export function readVariable(env: Terminal["env"], name: string): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}
