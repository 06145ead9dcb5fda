import type { Configuration } from "../config/settings.ts";

export interface Deployment {
  readonly configuration: Configuration;
  /** Configuration file; undefined without one. */
  readonly configPath: string | undefined;
  /** Version of the command, which should be that of the running service. */
  readonly version: string;
  /** Whether to read every page of the database. */
  readonly deep: boolean;
  readonly minFreeBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
