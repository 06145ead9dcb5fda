import { loadConfiguration } from "../config/load-configuration.ts";
import { parseOption } from "../config/setting-types.ts";
import { configFile } from "../config/settings.ts";
import { examineDeployment } from "../doctor/examine-deployment.ts";
import type { Finding, Level } from "../doctor/finding.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

export interface DoctorFlags {
  readonly deep?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly minFree: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Checks a deployment with the settings of `serve`. Throws a {@link CommandError} if a check fails. */
export async function doctor(flags: DoctorFlags, terminal: Terminal, version: string): Promise<void> {
  const { env, output } = terminal;
  const findings = examineDeployment({
    configuration: loadConfiguration({ flags: flags.settings, env }),
    // The value of the flag `--config` is always a string.
    configPath: (flags.settings["config"] as string | undefined) ?? (env[configFile.variable] || undefined),
    version,
    deep: flags.deep ?? false,
    minFreeBytes: readMinFree(flags.minFree),
    now: Date.now,
  });
  const counts: Record<Level, number> = { ok: 0, warning: 0, failure: 0 };
  const checks: Finding[] = [];
  for await (const finding of findings) {
    counts[finding.level] += 1;
    checks.push(finding);
    if (!flags.json) output.write(renderFinding(finding));
  }
  if (flags.json) output.write(`${JSON.stringify({ version, counts, checks }, null, 2)}\n`);
  const summary = `${counts.ok} ok, ${counts.warning} warnings, ${counts.failure} failed`;
  if (counts.failure > 0) throw new CommandError(`${summary}.`);
  terminal.notices.write(`${summary}.\n`);
}

function renderFinding({ check, level, message, advice }: Finding): string {
  return `${level.padEnd(9)}${check.padEnd(20)}${message}${advice === null ? "" : ` ${advice}`}\n`;
}

function readMinFree(text: string): number {
  try {
    return parseOption({ type: "size", minimum: 1 }, text);
  } catch (error) {
    throw new CommandError(`--min-free ${(error as Error).message}.`);
  }
}
