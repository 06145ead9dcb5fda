import type { Terminal } from "../terminal.ts";

export interface SourceOptions {
  /** Files, or one URL. */
  readonly places: readonly string[];
  readonly env: Terminal["env"];
  /** Name of the project to import from, if the source has several. */
  readonly project: string | undefined;
  readonly requestsPerSecond: number;
  /** Maximum records per page of files. Default 100. */
  readonly recordsPerPage?: number | undefined;
}
