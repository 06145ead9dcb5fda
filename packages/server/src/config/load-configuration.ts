import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";
import { configFile, settings } from "./settings.ts";
import type { Configuration, Setting } from "./settings.ts";

export interface ConfigurationSources {
  /** What the command line gave, by the names of {@link Configuration}, and `config`. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Puts the configuration together: a flag wins over the environment, that over the file. Throws a {@link ConfigError}. */
export function loadConfiguration({ flags, env }: ConfigurationSources): Configuration {
  // The flag takes a text.
  const path = (flags["config"] ?? (env[configFile.variable] || undefined)) as string | undefined;
  const file = path === undefined ? {} : readConfigurationFile(path);
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    // An empty variable is how compose files and shells say "not set".
    const given = [
      { from: setting.flag, value: flags[name] },
      { from: setting.variable, value: env[setting.variable] || undefined },
      { from: `"${name}" in ${path}`, value: file[name] },
    ].find(({ value }) => value !== undefined);
    if (!given) return [name, setting.fallback];
    try {
      return [name, setting.parse(given.value)];
    } catch (error) {
      throw new ConfigError(describeProblem(name, setting, given.from, (error as Error).message));
    }
  });
  return Object.fromEntries(entries) as Configuration; // `settings` has exactly its names.
}

function describeProblem(name: string, setting: Setting<unknown>, from: string | null, problem: string): string {
  const places = [setting.flag, setting.variable, `"${name}" in a configuration file`].filter(Boolean).join(", ");
  return `${from} ${problem}. (The setting ${name} is given by ${places}.)`;
}

function readConfigurationFile(path: string): Readonly<Record<string, unknown>> {
  const where = `The configuration file ${path} (${configFile.flag}, ${configFile.variable})`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigError(`${where} cannot be read: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ConfigError(`${where} must hold a JSON object`);
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined) {
    throw new ConfigError(`${where} has no setting "${unknown}"; there are ${Object.keys(settings).join(", ")}`);
  }
  return value as Record<string, unknown>;
}
