import type { Terminal } from "../terminal.ts";

export interface SourceOptions {
  /** Files, or one URL. */
  readonly places: readonly string[];
  readonly env: Terminal["env"];
  /** Name of the project to import from, if the source has several. */
  readonly project: string | undefined;
  readonly requestsPerSecond: number;
  /** Number of records after which a page ends, if `places` are files. Default: 100. */
  readonly recordsPerPage?: number | undefined;
}
