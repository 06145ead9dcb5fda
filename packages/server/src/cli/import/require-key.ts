import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Reads the environment variables that contain the key of a platform. Throws a {@link CommandError} that names the
 * missing ones.
 */
export function requireKey<Names extends readonly string[]>(
  env: Terminal["env"],
  ...names: Names
): { [Index in keyof Names]: string } {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new CommandError(`Set ${missing.join(" and ")} to an API key of the platform from which to import.`);
  return names.map((name) => env[name] ?? "") as { [Index in keyof Names]: string };
}
