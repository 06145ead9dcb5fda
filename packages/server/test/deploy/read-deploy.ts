import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { loadConfiguration } from "../../src/config/load-configuration.ts";
import { describeSettings } from "../../src/config/describe-setting.ts";
import { configFile } from "../../src/config/settings.ts";
import type { Configuration } from "../../src/config/settings.ts";

export const root: string = join(import.meta.dirname, "../../../..");

export function readDeployed(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function readYaml<Value>(path: string): Value {
  return parse(readDeployed(path)) as Value; // the caller knows the type of the file
}

export const knownVariables: ReadonlySet<string> = new Set([
  ...describeSettings().map(({ variable }) => variable),
  configFile.variable,
]);

/** Returns the names of our environment variables in a text. */
export function variablesIn(text: string): string[] {
  return [...new Set(text.match(/\b(THREADLINE|AWS)_[A-Z0-9_]+\b/g))];
}

/** Loads a configuration from environment variables. Throws the error of the service. */
export function configure(env: Readonly<Record<string, string>>): Configuration {
  return loadConfiguration({ flags: {}, env });
}
