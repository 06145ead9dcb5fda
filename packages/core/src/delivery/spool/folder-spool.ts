import { createSpoolOpener } from "./spool.ts";
import type { SpoolFactory, SpoolOptions } from "./spool-port.ts";

/**
 * Creates a spool for a `RecordingClient`. Pending records are also written to the folder. If the process ends before
 * they are sent, a later process sends them.
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
