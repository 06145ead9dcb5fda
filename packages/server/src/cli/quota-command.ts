import { parseOption } from "../config/setting-types.ts";
import { settings } from "../config/settings.ts";
import { dayMs, storedBytes } from "../quotas/check-quota.ts";
import type { ProjectQuota } from "../store/usage.ts";
import { CommandError } from "./command-error.ts";
import { formatTable } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { findProject, withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

interface QuotaFlags extends DataFlags {
  readonly stepsPerDay?: string | undefined;
  readonly storedBytes?: string | undefined;
}

export async function projectQuota(name: string, flags: QuotaFlags, terminal: Terminal): Promise<void> {
  const steps = readLimit("--steps-per-day", flags.stepsPerDay, settings.quotaStepsPerDay);
  const bytes = readLimit("--stored-bytes", flags.storedBytes, settings.quotaStoredBytes);
  const { quota, ...usage } = await withStore(flags, terminal, {
    async run(store) {
      const { usage: usages } = store;
      const { id } = await findProject(store, name);
      const before = (await usages.get(id)).quota;
      const change: ProjectQuota = {
        stepsPerDay: steps === undefined ? before.stepsPerDay : steps,
        storedBytes: bytes === undefined ? before.storedBytes : bytes,
      };
      if (steps !== undefined || bytes !== undefined) await usages.setQuota(id, change);
      return usages.get(id);
    },
  });
  const today = Math.floor(Date.now() / dayMs);
  const measured =
    usage.measuredAt === null ? "not measured yet" : `measured ${new Date(usage.measuredAt).toISOString()}`;
  terminal.output.write(
    formatTable([
      ["WHAT", "QUOTA", "COUNTED", ""],
      ["steps per day", describe(quota.stepsPerDay), String(usage.day === today ? usage.steps : 0), "today, in UTC"],
      ["stored bytes", describe(quota.storedBytes), String(storedBytes(usage)), measured],
    ]),
  );
  if (steps !== undefined || bytes !== undefined) {
    terminal.notices.write("A running server applies the quota within seconds. It counts usage from then on.\n");
  }
}

/**
 * Parses a flag for a limit. Returns undefined if the flag is absent, and null for `default`, which restores the
 * default of the service.
 */
function readLimit(
  flag: string,
  value: string | undefined,
  setting: typeof settings.quotaStepsPerDay | typeof settings.quotaStoredBytes,
): number | null | undefined {
  if (value === undefined) return undefined;
  if (value === "default") return null;
  try {
    return parseOption(setting, value);
  } catch (error) {
    throw new CommandError(`${flag} ${(error as Error).message}, 0 for no limit, or "default".`);
  }
}

function describe(limit: number | null): string {
  if (limit === null) return "default";
  return limit === 0 ? "no limit" : String(limit);
}
