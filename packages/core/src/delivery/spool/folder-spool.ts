import { createSpoolOpener } from "./spool.ts";
import type { SpoolFactory, SpoolOptions } from "./spool-port.ts";

/**
 * The spool of a `RecordingClient`, which has none of its own: what waits to be sent is kept in the folder too, and sent by a later
 * process.
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
