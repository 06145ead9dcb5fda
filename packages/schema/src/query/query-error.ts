import { queryMessages, type QueryProblem } from "./query-messages.ts";
import type { QueryPlace } from "./query-tree.ts";

export type QueryProblemValues = Readonly<Record<string, string>>;

/** An error in a query. Its message states what to write instead. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  /** Key of the message, for translations. */
  readonly problem: QueryProblem;
  readonly values: QueryProblemValues;
  /** Offset of the first character that is wrong, in UTF-16 code units. */
  readonly start: number;
  /** Offset after the last character that is wrong, in UTF-16 code units. */
  readonly end: number;

  constructor(problem: QueryProblem, { start, end }: QueryPlace, values: QueryProblemValues = {}) {
    super(
      Object.entries(values).reduce<string>(
        (message, [name, value]) => message.replaceAll(`{{${name}}}`, () => value),
        queryMessages[problem],
      ),
    );
    this.problem = problem;
    this.values = values;
    this.start = start;
    this.end = end;
  }
}
