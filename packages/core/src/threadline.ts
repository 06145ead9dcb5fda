import type { Api } from "./api/api.ts";
import { connectApi } from "./api/connect-api.ts";
import type { ThreadlineOptions } from "./configuration.ts";
import { folderSpool } from "./delivery/spool/folder-spool.ts";
import { configurationOf, RecordingClient } from "./recording-client.ts";

/**
 * Client of the service for one project.
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
  /** All operations of the service. Each returns a promise that rejects with a `ThreadlineError`. */
  override readonly api: Api;

  /**
   * Reads missing options from environment variables; see {@link ThreadlineOptions}.
   *
   * @throws {ConfigError} without a key, or for an invalid option.
   */
  constructor({ spool, ...options }: ThreadlineOptions = {}) {
    super({ ...options, spool: spool === undefined ? undefined : folderSpool(spool) });
    this.api = connectApi(this, configurationOf(this));
  }
}
