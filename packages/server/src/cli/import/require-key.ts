import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Reads the environment variables with a platform's key. Throws a {@link CommandError} with the names of missing ones.
 */
export function requireKey<Names extends readonly string[]>(
  env: Terminal["env"],
  ...names: Names
): { [Index in keyof Names]: string } {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new CommandError(`Set ${missing.join(" and ")} to a key of the platform to import from.`);
  return names.map((name) => env[name] ?? "") as { [Index in keyof Names]: string };
}
