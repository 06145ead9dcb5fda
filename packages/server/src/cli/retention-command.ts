import { parseOption } from "../config/setting-types.ts";
import { settings } from "../config/settings.ts";
import type { RetentionDays } from "../store/upkeep/retention.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";
import { findProject, withStore, type DataFlags } from "./with-store.ts";

interface RetentionFlags extends DataFlags {
  readonly days?: string | undefined;
}

export async function projectRetention(name: string, flags: RetentionFlags, terminal: Terminal): Promise<void> {
  const days = readDays(flags.days);
  const kept = await withStore(flags, terminal, {
    async run(store) {
      const { id } = await findProject(store, name);
      if (days !== undefined) await store.projects.setRetention(id, days);
      return store.projects.retention(id);
    },
  });
  terminal.output.write(kept === null ? "default of the service\n" : `${kept} days\n`);
  if (days !== undefined && days !== null) {
    terminal.notices.write(
      "Older records are deleted from now on. A shorter retention of the service or of the project's owners takes precedence.\n",
    );
  }
}

/** Reads the retention in days. Undefined if not given; null for the service's default. */
function readDays(value: string | undefined): RetentionDays | undefined {
  if (value === undefined) return undefined;
  if (value === "default") return null;
  try {
    return parseOption(settings.retentionDays, value);
  } catch (error) {
    throw new CommandError(`--days ${(error as Error).message}, or "default".`);
  }
}
