import type { Api } from "./api/api.ts";
import { connectApi } from "./api/connect-api.ts";
import type { ThreadlineOptions } from "./configuration.ts";
import { folderSpool } from "./delivery/spool/folder-spool.ts";
import { configurationOf, RecordingClient } from "./recording-client.ts";

/**
 * A connection to one project of the service.
 *
 * @example
 * ```ts
 * import { Threadline } from "@threadline/core";
 *
 * const client = new Threadline();
 * await client.thread({ name: "Support" }).wrap(async () => {
 *   const run = client.run({ name: "answer", input: { question: "When do you open?" } });
 *   await run.wrap(async () => ({ answer: "At nine." }));
 * });
 * await client.flush();
 * ```
 */
export class Threadline extends RecordingClient {
  /** Every operation of the service; each is awaited and rejects with a `ThreadlineError`. */
  override readonly api: Api;

  /**
   * Reads what the options leave out from the environment: see {@link ThreadlineOptions}.
   *
   * @throws {ConfigError} when there is no key, or an option is unusable.
   */
  constructor({ spool, ...options }: ThreadlineOptions = {}) {
    super({ ...options, spool: spool === undefined ? undefined : folderSpool(spool) });
    this.api = connectApi(this, configurationOf(this));
  }
}
