import type { ExecutionResult, ValidatedExecutionArgs } from "graphql";
import { NotWritable } from "./record-writer.ts";
import type { WrittenListsSchema } from "./written-lists.ts";

/**
 * Number of executions that use the original query after a list had an unexpected value that cannot be written as text.
 * Then writing is tried again.
 */
const rest = 50;

/** A query whose lists are written as JSON text where possible, and not serialized by graphql-js. */
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

  /**
   * Returns the rewritten query to execute; undefined if the original query must be executed this time. Call this once
   * per execution, because the calls are counted.
   */
  next(): ValidatedExecutionArgs | undefined {
    if (this.#resting === 0) return this.#written;
    this.#resting -= 1;
    return undefined;
  }

  /**
   * Whether the result of the rewritten query can be sent. If not, the result lacks a list that the fast writer could
   * not write. The caller must then execute the query again.
   */
  accepts({ errors }: ExecutionResult): boolean {
    const refused = (errors ?? []).flatMap(({ originalError }) =>
      originalError instanceof NotWritable ? [originalError] : [],
    );
    if (refused.length === 0) return true;
    // `isUsual`: a field returned a promise, and probably will again. So `rewrite` now leaves this list to graphql-js.
    // After any other failure, the next executions use the original query.
    if (refused.some(({ isUsual }) => !isUsual)) this.#resting = rest;
    this.#written = this.#schema.rewrite(this.#execution);
    return false;
  }
}
