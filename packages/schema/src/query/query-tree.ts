/** Part of the query text that a node was read from: `end` is the offset after its last character. */
export interface QueryPlace {
  readonly start: number;
  readonly end: number;
}

/** Value of a term. `any` is written `*`, and `contains` is written `*text*`. */
export type QueryValue = { readonly kind: "exact" | "contains"; readonly text: string } | { readonly kind: "any" };

/**
 * Test of a term. `is` matches any of the values. A range includes both ends. At most one end is `null`, which means
 * unlimited.
 */
export type QueryTest =
  | { readonly kind: "is"; readonly values: readonly QueryValue[] }
  | { readonly kind: "compare"; readonly operator: "gt" | "gte" | "lt" | "lte"; readonly text: string }
  | { readonly kind: "range"; readonly from: string | null; readonly to: string | null };

export interface QueryTerm {
  readonly kind: "term";
  readonly field: string;
  readonly path?: string | undefined;
  readonly test: QueryTest;
  readonly place?: QueryPlace | undefined;
}

/** A text. Matches records that contain it. */
export interface QueryText {
  readonly kind: "text";
  readonly text: string;
  readonly place?: QueryPlace | undefined;
}

/**
 * A parsed query. A node of the kind `and` or `or` has at least two children. An `and` node has no `and` node as a
 * child, and an `or` node has no `or` node.
 */
export type QueryNode =
  | { readonly kind: "and" | "or"; readonly nodes: readonly QueryNode[] }
  | { readonly kind: "not"; readonly node: QueryNode }
  | QueryTerm
  | QueryText;

export const queryLimits = {
  /** Length of a query, in UTF-16 code units. */
  length: 5_000,
  /** Number of conditions. A list of values, such as `model:a,b`, counts as one. */
  conditions: 50,
  /** Number of texts and field values. */
  values: 500,
  depth: 20,
} as const;
