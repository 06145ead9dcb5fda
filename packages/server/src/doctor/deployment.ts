import type { Configuration } from "../config/settings.ts";

export interface Deployment {
  readonly configuration: Configuration;
  /** Path of the configuration file; undefined if there is none. */
  readonly configPath: string | undefined;
  /** Version of this command. The running service should have the same version. */
  readonly version: string;
  /** Whether to read every page of the database. */
  readonly deep: boolean;
  readonly minFreeBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
