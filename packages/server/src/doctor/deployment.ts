import type { Configuration } from "../config/settings.ts";

export interface Deployment {
  readonly configuration: Configuration;
  /** Path of the configuration file; undefined if there is none. */
  readonly configPath: string | undefined;
  readonly version: string;
  /** Whether to read every page of the database. */
  readonly deep: boolean;
  readonly minFreeBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
