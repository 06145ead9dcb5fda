import type { Row } from "../report.ts";
import type { FaultPostgres } from "../fault-postgres.ts";

export interface SuiteContext {
  readonly runs: number;
  readonly hours: number;
  readonly tell: (text: string) => void;
  /** Starts the time limit of one count; the returned function reports whether time is left. */
  readonly startTime: () => () => boolean;
  /** A PostgreSQL server that is started on first use, and stopped at the end. */
  readonly postgres: () => Promise<FaultPostgres>;
}

/** One fault, with its results as table rows. */
export interface Suite {
  readonly defaultRuns: number;
  run(context: SuiteContext): Promise<Row[] | Report>;
}

/** Rows, and text below them. */
export interface Report {
  readonly rows: Row[];
  readonly details: string;
}
