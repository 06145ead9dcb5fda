/** Part of the text that a term was read from. */
export interface QueryPlace {
  readonly start: number;
  readonly end: number;
}

/** Value of a term. `any` is `*`, and `contains` is `*text*`. */
export type QueryValue = { readonly kind: "exact" | "contains"; readonly text: string } | { readonly kind: "any" };

/** `is` matches any of the values. A range includes both ends; `null` is an open end, and at most one end is open. */
export type QueryTest =
  | { readonly kind: "is"; readonly values: readonly QueryValue[] }
  | { readonly kind: "compare"; readonly operator: "gt" | "gte" | "lt" | "lte"; readonly text: string }
  | { readonly kind: "range"; readonly from: string | null; readonly to: string | null };

/** `field.path:test`. */
export interface QueryTerm {
  readonly kind: "term";
  readonly field: string;
  readonly path?: string | undefined;
  readonly test: QueryTest;
  readonly place?: QueryPlace | undefined;
}

/** Matches records that contain the text. */
export interface QueryText {
  readonly kind: "text";
  readonly text: string;
  readonly place?: QueryPlace | undefined;
}

/** A parsed query. `and` and `or` have at least two nodes, none of the same kind. */
export type QueryNode =
  | { readonly kind: "and" | "or"; readonly nodes: readonly QueryNode[] }
  | { readonly kind: "not"; readonly node: QueryNode }
  | QueryTerm
  | QueryText;

export const queryLimits = {
  /** UTF-16 code units. */
  length: 5_000,
  /** Conditions; a list of values, such as `model:a,b`, counts as one. */
  conditions: 50,
  /** Texts and values of fields. */
  values: 500,
  /** Nesting of groups and negations. */
  depth: 20,
} as const;
