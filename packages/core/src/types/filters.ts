/** One condition on one field of a record. */
export interface Filter<Field extends string, Operator extends string, Value> {
  field: Field;
  operator: Operator;
  value: Value;
  /** Dot-separated path inside a JSON field; the name of the score for `scoreValue`. */
  path?: string | undefined;
}

/** Compares text: equal (`eq`), different (`neq`), or containing a text ignoring case (`ilike`) or not (`nilike`). */
export type TextFilter<Field extends string> = Filter<Field, "eq" | "neq" | "ilike" | "nilike", string>;

/** Searches input and output, ignoring case; `nilike` matches records without the text. */
export type ContentFilter = Filter<"content", "ilike" | "nilike", string>;

/** Like {@link TextFilter}, on the value at `path`. */
export type JsonFilter<Field extends string> = Filter<
  Field,
  "eq" | "neq" | "ilike" | "nilike",
  string | number | boolean
>;

/** Compares numbers. */
export type NumberFilter<Field extends string> = Filter<Field, "eq" | "neq" | "gt" | "gte" | "lt" | "lte", number>;

/** Compares times, given as ISO 8601. */
export type TimeFilter<Field extends string> = Filter<Field, "gt" | "gte" | "lt" | "lte", string>;

/** Matches any of the values (`in`), or none of them (`nin`). */
export type ListFilter<Field extends string> = Filter<Field, "in" | "nin", string[]>;

/** Matches absent (`is`) or present (`nis`) values. */
export type NullFilter<Field extends string> = Filter<Field, "is" | "nis", null>;
