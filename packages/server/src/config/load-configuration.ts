import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";
import { describeSettings } from "./describe-setting.ts";
import type { Setting } from "./describe-setting.ts";
import { fromText, problemOf, schemaOf } from "./setting-types.ts";
import { configFile, settings } from "./settings.ts";
import type { Configuration } from "./settings.ts";

export interface ConfigurationSources {
  /** Command-line values by setting name. `config` is the path of the configuration file. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Given {
  readonly from: string;
  readonly value: unknown;
}

/**
 * Combines the sources. A flag overrides the variable, which overrides the file. Throws a {@link ConfigError} for an
 * invalid setting.
 */
export function loadConfiguration(sources: ConfigurationSources): Configuration {
  const { flags, env } = sources;
  // Flag values are strings.
  const path = (flags["config"] ?? (env[configFile.variable] || undefined)) as string | undefined;
  const file = path === undefined ? {} : readConfigurationFile(path);
  const entries = describeSettings().map((setting) => {
    const given = findGiven(setting, sources) ?? fromFile(setting, file, path);
    return [setting.name, given === undefined ? setting.default : parse(setting, given)];
  });
  return Object.fromEntries(entries) as Configuration; // `describeSettings` returns exactly these names
}

function findGiven({ name, type, flag, variable }: Setting, { flags, env }: ConfigurationSources): Given | undefined {
  const toValue = (text: unknown): unknown => (typeof text === "string" ? fromText(type, text) : text);
  if (flags[name] !== undefined) return { from: flag ?? name, value: toValue(flags[name]) };
  // An empty variable counts as not set. For a variable that is not set, Compose files and shell scripts pass empty
  // text.
  return env[variable] ? { from: variable, value: toValue(env[variable]) } : undefined;
}

function fromFile({ name }: Setting, file: Readonly<Record<string, unknown>>, path = ""): Given | undefined {
  return file[name] === undefined ? undefined : { from: `"${name}" in ${path}`, value: file[name] };
}

function parse(setting: Setting, { from, value }: Given): unknown {
  const { success, data, error } = schemaOf(setting.type).safeParse(value);
  if (success) return data;
  const { name, flag, variable } = setting;
  const places = [flag, variable, `"${name}" in the configuration file`].filter((place) => place !== null);
  throw new ConfigError(`${from} ${problemOf(error)}. Set ${name} with ${places.join(" or ")}.`);
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
    throw new ConfigError(`${where} must contain a JSON object, such as { "port": 8080 }`);
  }
  const unknown = Object.keys(value).find((name) => name !== "$schema" && !Object.hasOwn(settings, name));
  if (unknown !== undefined) {
    throw new ConfigError(
      `${where} has an unknown setting "${unknown}". Known settings: ${Object.keys(settings).join(", ")}`,
    );
  }
  return value as Record<string, unknown>;
}
