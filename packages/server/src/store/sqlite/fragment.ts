import type { Parameter } from "./database.ts";

/** A piece of SQL with the values that it binds, in order. */
export interface Fragment {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}
