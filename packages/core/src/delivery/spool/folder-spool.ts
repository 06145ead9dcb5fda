import { createSpoolOpener } from "./spool.ts";
import type { SpoolFactory, SpoolOptions } from "./spool-port.ts";

/**
 * Spool for a `RecordingClient`, which has none by default: pending records are also written to the folder, and sent by a later
 * process if necessary.
 *
 * @example
 * ```ts no-run: writes to a folder of the system
 * import { RecordingClient } from "@threadline/core/recording";
 * import { folderSpool } from "@threadline/core/spool";
 *
 * const client = new RecordingClient({ spool: folderSpool("/var/lib/my-app/threadline") });
 * ```
 */
export function folderSpool(options: string | SpoolOptions): SpoolFactory {
  return (destination) => createSpoolOpener(options, destination);
}
