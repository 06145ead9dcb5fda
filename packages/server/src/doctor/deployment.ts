import type { Configuration } from "../config/settings.ts";

/** The deployment to check. */
export interface Deployment {
  readonly configuration: Configuration;
  /** The file of settings; undefined when there is none. */
  readonly configPath: string | undefined;
  /** The version of the command, which the running service should have. */
  readonly version: string;
  /** Reads every page of the database. */
  readonly deep: boolean;
  /** Less free space than this is a failure, in bytes. */
  readonly minFreeBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
