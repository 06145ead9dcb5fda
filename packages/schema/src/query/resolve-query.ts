import { QueryError, type QueryProblemValues } from "./query-error.ts";
import type { QueryProblem } from "./query-messages.ts";
import { findQueryField, type QueriedList, type QueryField, queryFields, textFields } from "./query-fields.ts";
import { queryLimits, type QueryNode, type QueryTerm, type QueryTest, type QueryText } from "./query-tree.ts";
import { numberExamples, parseQueryNumber, parseQueryTime, timeExamples, type TimeRange } from "./query-values.ts";

export type ConditionValue = string | number | boolean | null | string[];

/** Filter operators that queries use. */
export type ConditionOperator =
  | "eq"
  | "neq"
  | "ilike"
  | "nilike"
  | "in"
  | "nin"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "is"
  | "nis";

/** A filter of a list, in wire format. */
export interface QueryCondition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: ConditionValue;
  readonly path?: string;
}

/** A condition, a negated condition, or alternatives. `any` matches if all filters in one of its lists match. */
export type QueryFilter<Condition = QueryCondition> =
  | Condition
  | { readonly not: Condition }
  | { readonly any: readonly (readonly QueryFilter<Condition>[])[] };

export interface QueryContext {
  readonly list: QueriedList;
  /** Current time, in epoch milliseconds. */
  readonly now: number;
}

/**
 * Converts a query to filters. A record must match all of them. Throws a {@link QueryError} for unknown fields and
 * invalid values.
 */
export function resolveQuery(node: QueryNode, context: QueryContext): QueryFilter[] {
  const filters = resolve(node, false, context);
  if (countConditions(filters) > queryLimits.conditions) {
    throw new QueryError("tooManyConditions", { start: 0, end: 0 }, { limit: String(queryLimits.conditions) });
  }
  return filters;
}

function countConditions(filters: readonly QueryFilter[]): number {
  const counts = filters.map((filter) => ("any" in filter ? countConditions(filter.any.flat()) : 1));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Converts a node to filters. Negations are moved down to the conditions, so that a conjunction becomes a plain list of
 * filters.
 */
function resolve(node: QueryNode, isNegated: boolean, context: QueryContext): QueryFilter[] {
  switch (node.kind) {
    case "not":
      return resolve(node.node, !isNegated, context);
    case "and":
    case "or": {
      const parts = node.nodes.map((each) => resolve(each, isNegated, context));
      return (node.kind === "and") === isNegated ? [anyOf(parts)] : parts.flat();
    }
    case "text":
    case "term": {
      const filters = node.kind === "text" ? resolveText(node, context) : resolveTerm(node, context);
      return isNegated ? complement(filters) : filters;
    }
  }
}

function anyOf(branches: readonly (readonly QueryFilter[])[]): QueryFilter {
  const all = branches.flatMap((branch) => {
    const [only, ...more] = branch;
    return only !== undefined && more.length === 0 && "any" in only ? only.any : [branch];
  });
  const [branch = [], ...others] = all;
  const [filter, ...more] = branch;
  return filter !== undefined && more.length === 0 && others.length === 0 ? filter : { any: all };
}

const complements = {
  eq: "neq",
  neq: "eq",
  ilike: "nilike",
  nilike: "ilike",
  in: "nin",
  nin: "in",
  is: "nis",
  nis: "is",
} as const satisfies Partial<Record<ConditionOperator, ConditionOperator>>;

/** Returns filters for the records that do not match all the given filters. */
function complement(filters: readonly QueryFilter[]): QueryFilter[] {
  const failures = filters.map((filter): QueryFilter[] => {
    if ("any" in filter) return filter.any.flatMap((branch) => complement(branch));
    if ("not" in filter) return [filter.not];
    const operator = complements[filter.operator as keyof typeof complements];
    return [operator === undefined ? { not: filter } : { ...filter, operator }];
  });
  const [only, ...more] = failures;
  return only !== undefined && more.length === 0 ? only : [anyOf(failures)];
}

function resolveText({ text }: QueryText, { list }: QueryContext): QueryFilter[] {
  return [anyOf(textFields[list].map((field) => [{ field, operator: "ilike", value: text }]))];
}

function resolveTerm(term: QueryTerm, context: QueryContext): QueryFilter[] {
  const name = term.field.toLowerCase();
  if (name === "has") return [resolvePresence(term, context)];
  if (name === "no") return complement([resolvePresence(term, context)]);
  if (name === "status") return resolveStatus(term, context);
  const field = findField(term, term.field, context);
  if (term.path !== undefined && field.path === undefined) {
    throw failure(term, "noPath", { example: `${term.field}:value` });
  }
  const of = { field: field.field, ...(term.path !== undefined && { path: term.path }) };
  return resolveTest(term, field, context).map((filter) => withField(filter, of));
}

type Test = Pick<QueryCondition, "operator" | "value">;

function withField(filter: QueryFilter<Test>, of: Pick<QueryCondition, "field" | "path">): QueryFilter {
  if ("any" in filter) return { any: filter.any.map((branch) => branch.map((each) => withField(each, of))) };
  return "not" in filter ? { not: { ...of, ...filter.not } } : { ...of, ...filter };
}

/** Resolves a term such as `has:error` or `has:metadata.plan`. */
function resolvePresence(term: QueryTerm, context: QueryContext): QueryFilter {
  const conditions = exactTexts(term, `${term.field}:error`).map((text): QueryFilter[] => {
    const dot = text.indexOf(".");
    const path = dot < 0 ? undefined : text.slice(dot + 1);
    const field = findField(term, dot < 0 ? text : text.slice(0, dot), context);
    if (path !== undefined && field.path === undefined) {
      throw failure(term, "noPath", { name: field.names[0], example: `${term.field}:${field.names[0]}` });
    }
    if (!field.isNullable) throw failure(term, "alwaysPresent", { name: field.names[0] });
    return [{ field: field.field, ...(path !== undefined && { path }), operator: "nis", value: null }];
  });
  return anyOf(conditions);
}

/** Resolves `status:error` and `status:ok`. */
function resolveStatus(term: QueryTerm, context: QueryContext): QueryFilter[] {
  const { field, isNullable } = findField(term, "error", context);
  const [text = "", ...more] = exactTexts(term, "status:error");
  const status = text.toLowerCase();
  const isError = status === "error";
  if (more.length > 0 || !isNullable || (!isError && status !== "ok" && status !== "success")) {
    throw failure(term, "status");
  }
  return [{ field, operator: isError ? "nis" : "is", value: null }];
}

function exactTexts(term: QueryTerm, example: string): string[] {
  const values = term.test.kind === "is" && term.path === undefined ? term.test.values : [];
  const texts = values.flatMap((value) => (value.kind === "exact" ? [value.text] : []));
  if (texts.length === 0 || texts.length < values.length) throw failure(term, "writeAs", { example });
  return texts;
}

function findField(term: QueryTerm, name: string, { list }: QueryContext): QueryField {
  const field = findQueryField(list, name);
  if (field !== undefined) return field;
  const names = queryFields[list].map((each) => each.names[0]).join(", ");
  throw failure(term, "unknownField", { name: name.slice(0, 100), names });
}

function resolveTest(term: QueryTerm, field: QueryField, context: QueryContext): QueryFilter<Test>[] {
  const { test } = term;
  if (test.kind === "is" && test.values.some(({ kind }) => kind === "any")) {
    if (!field.isNullable) throw failure(term, "alwaysPresent");
    return [{ operator: "nis", value: null }];
  }
  switch (field.type) {
    case "number":
      return resolveNumber(term, field);
    case "datetime":
      return resolveTime(term, context);
    case "json":
      if (test.kind !== "is") return resolveNumber(term, field);
      return [resolveTexts(test, term.path === undefined ? "ilike" : "eq")];
    case "string":
    case "stringList":
    case "text": {
      if (test.kind === "is") {
        if (field.type === "stringList" && test.values.some(({ kind }) => kind === "contains")) {
          throw failure(term, "wholeOnly");
        }
        return [resolveTexts(test, textOperators[field.type])];
      }
      throw failure(term, test.kind === "range" ? "textRange" : "textCompared");
    }
  }
}

const textOperators = { string: "eq", stringList: "in", text: "ilike" } as const;

/**
 * Returns the conditions for a list of values. All exact values become one condition, because the field may equal any
 * of them. Each text that the field may contain becomes a condition of its own.
 */
function resolveTexts(
  { values }: Extract<QueryTest, { readonly kind: "is" }>,
  operator: "eq" | "ilike" | "in",
): QueryFilter<Test> {
  const textsOf = (kind: string): string[] =>
    values.flatMap((value) => (value.kind === kind && value.kind !== "any" ? [value.text] : []));
  const exact = textsOf("exact");
  const parts = [...textsOf("contains"), ...(operator === "ilike" ? exact : [])];
  const conditions: Test[] = parts.map((value) => ({ operator: "ilike", value }));
  if (operator === "in" && exact.length > 0) conditions.push({ operator, value: exact });
  if (operator === "eq" && exact.length > 1) conditions.push({ operator: "in", value: exact });
  if (operator === "eq" && exact.length === 1) conditions.push({ operator, value: exact[0] ?? "" });
  const [only, ...more] = conditions;
  return only !== undefined && more.length === 0 ? only : { any: conditions.map((condition) => [condition]) };
}

function resolveNumber(term: QueryTerm, { unit, type }: QueryField): QueryFilter<Test>[] {
  const { test } = term;
  const parse = (text: string): number => {
    const value = parseQueryNumber(text, unit);
    if (value !== undefined) return value;
    throw failure(term, type === "json" ? "onlyNumbers" : "notNumber", {
      examples: numberExamples[unit ?? "none"],
      text: text.slice(0, 100),
    });
  };
  switch (test.kind) {
    case "compare":
      return [{ operator: test.operator, value: parse(test.text) }];
    case "range":
      return [
        ...(test.from === null ? [] : [{ operator: "gte" as const, value: parse(test.from) }]),
        ...(test.to === null ? [] : [{ operator: "lte" as const, value: parse(test.to) }]),
      ];
    case "is": {
      const branches = exactValues(term, test).map((text) => [{ operator: "eq" as const, value: parse(text) }]);
      const [[only] = [], ...more] = branches;
      return only !== undefined && more.length === 0 ? [only] : [{ any: branches }];
    }
  }
}

function resolveTime(term: QueryTerm, { now }: QueryContext): QueryFilter<Test>[] {
  const { test } = term;
  const parse = (text: string): TimeRange => {
    const range = parseQueryTime(text, now);
    if (range !== undefined) return range;
    throw failure(term, "notTime", { examples: timeExamples, text: text.slice(0, 100) });
  };
  const ended = (text: string): TimeRange => {
    const range = parse(text);
    if (range.end < Infinity) return range;
    throw failure(term, "lastCompared", { text: text.slice(0, 100) });
  };
  switch (test.kind) {
    case "compare": {
      const { start, end } = ended(test.text);
      const isDay = end > start;
      if (test.operator === "gt") return [isDay ? atOrAfter(end) : at("gt", start)];
      if (test.operator === "lte") return [isDay ? at("lt", end) : at("lte", start)];
      return [at(test.operator, start)];
    }
    case "range": {
      const [from, to] = [test.from, test.to].map((text) => (text === null ? null : ended(text)));
      return [...(from ? [atOrAfter(from.start)] : []), ...(to ? [beforeEnd(to)] : [])];
    }
    case "is": {
      const branches = exactValues(term, test).map((text) => {
        const range = parse(text);
        return [atOrAfter(range.start), ...(range.end < Infinity ? [beforeEnd(range)] : [])];
      });
      const [only, ...more] = branches;
      return only !== undefined && more.length === 0 ? only : [{ any: branches }];
    }
  }
}

function at(operator: "gt" | "gte" | "lt" | "lte", time: number): Test {
  return { operator, value: new Date(time).toISOString() };
}

function atOrAfter(time: number): Test {
  return at("gte", time);
}

function beforeEnd({ start, end }: TimeRange): Test {
  return end > start ? at("lt", end) : at("lte", end);
}

function exactValues(term: QueryTerm, { values }: Extract<QueryTest, { readonly kind: "is" }>): string[] {
  return values.map((value) => {
    if (value.kind === "exact") return value.text;
    throw failure(term, "noTextPart");
  });
}

function failure({ field, place }: QueryTerm, problem: QueryProblem, values: QueryProblemValues = {}): QueryError {
  return new QueryError(problem, place ?? { start: 0, end: 0 }, { name: field.slice(0, 100), ...values });
}
