import type { ExecutionResult, ValidatedExecutionArgs } from "graphql";
import { NotWritable } from "./record-writer.ts";
import type { WrittenListsSchema } from "./written-lists.ts";

/** Number of executions by graphql-js after a list could not be written as text. */
const rest = 50;

/** Query that is executed with its lists as text, where possible. */
export class WrittenQuery {
  readonly #schema: WrittenListsSchema;
  readonly #execution: ValidatedExecutionArgs;
  #written: ValidatedExecutionArgs | undefined;
  #resting = 0;

  constructor(schema: WrittenListsSchema, execution: ValidatedExecutionArgs) {
    this.#schema = schema;
    this.#execution = execution;
    this.#written = schema.rewrite(execution);
  }

  /** The query to execute now; undefined to execute it unchanged. */
  next(): ValidatedExecutionArgs | undefined {
    if (this.#resting === 0) return this.#written;
    this.#resting -= 1;
    return undefined;
  }

  /** Whether the result is complete; if not, the query has to be executed unchanged. */
  accepts({ errors }: ExecutionResult): boolean {
    const refused = (errors ?? []).flatMap(({ originalError }) =>
      originalError instanceof NotWritable ? [originalError] : [],
    );
    if (refused.length === 0) return true;
    // Lists that the engine must always handle are left to it from now on; the others are written.
    if (refused.some(({ isUsual }) => !isUsual)) this.#resting = rest;
    this.#written = this.#schema.rewrite(this.#execution);
    return false;
  }
}
