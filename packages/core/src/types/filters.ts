/** One condition on one field of a record. */
export interface Filter<Field extends string, Operator extends string, Value> {
  field: Field;
  operator: Operator;
  value: Value;
  /** Dot-separated path inside a JSON field. If `field` is `scoreValue` or `scoreLabel`: name of the score. */
  path?: string | undefined;
}

/**
 * Compares a text: equal (`eq`), not equal (`neq`), contains another text, ignoring case (`ilike`), or does not contain
 * it (`nilike`).
 */
export type TextFilter<Field extends string> = Filter<Field, "eq" | "neq" | "ilike" | "nilike", string>;

/** Searches input and output, ignoring case. `nilike` matches records that do not contain the text. */
export type ContentFilter = Filter<"content", "ilike" | "nilike", string>;

/** Compares the value at `path`. The operators are those of {@link TextFilter}. */
export type JsonFilter<Field extends string> = Filter<
  Field,
  "eq" | "neq" | "ilike" | "nilike",
  string | number | boolean
>;

/** Compares numbers. */
export type NumberFilter<Field extends string> = Filter<Field, "eq" | "neq" | "gt" | "gte" | "lt" | "lte", number>;

/** Compares times, given as ISO 8601. */
export type TimeFilter<Field extends string> = Filter<Field, "gt" | "gte" | "lt" | "lte", string>;

/** Matches records with any of the values (`in`) or with none of them (`nin`). */
export type ListFilter<Field extends string> = Filter<Field, "in" | "nin", string[]>;

/** Matches records where the field is absent (`is`) or present (`nis`). */
export type NullFilter<Field extends string> = Filter<Field, "is" | "nis", null>;
