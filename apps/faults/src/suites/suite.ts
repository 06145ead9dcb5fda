import type { Row } from "../report.ts";
import type { FaultPostgres } from "../fault-postgres.ts";

export interface SuiteContext {
  readonly runs: number;
  readonly hours: number;
  /** Number of records for rules to judge. */
  readonly targets: number;
  readonly kills: number;
  /** Maximum time between two kills, in milliseconds. */
  readonly maxLifeMs: number;
  readonly tell: (text: string) => void;
  /** Starts the time limit of a table row. Returns a function that reports whether there is time left. */
  readonly startTime: () => () => boolean;
  /** Resolves to a PostgreSQL server. It is started when it is first used, and stopped at the end. */
  readonly postgres: () => Promise<FaultPostgres>;
}

/** A kind of fault. Its results are table rows. */
export interface Suite {
  readonly defaultRuns: number;
  run(context: SuiteContext): Promise<Row[] | Report>;
}

/** Rows of the report's table, and text to print below it. */
export interface Report {
  readonly rows: Row[];
  readonly details: string;
}
