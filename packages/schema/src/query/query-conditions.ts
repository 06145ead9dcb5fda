import { join } from "./parse-query.ts";
import { type QueriedList, type QueryField, queryFields } from "./query-fields.ts";
import type { QueryNode, QueryTest } from "./query-tree.ts";
import { formatQueryNumber } from "./query-values.ts";
import type { ConditionOperator, ConditionValue, QueryCondition } from "./query-filters.ts";
import { resolveQuery } from "./resolve-query.ts";
import type { QueryContext } from "./resolve-term.ts";
import { isAboutSteps } from "./step-conditions.ts";

/** A query in two parts, for a user interface. The conditions are shown as filters, and `rest` is shown as a query. */
export interface DividedQuery {
  readonly conditions: readonly QueryCondition[];
  /**
   * Parts of the query that are not conditions, such as searches for a text, alternatives, and times relative to now.
   * Null if there are none.
   */
  readonly rest: QueryNode | null;
}

/**
 * Divides a query into filters and a rest. Conditions on the steps of a thread stay in the rest, because one step must
 * match all of them. If they were separate filters, each filter could match a different step.
 *
 * @throws {QueryError} for unknown fields and invalid values.
 */
export function divideQuery(query: QueryNode, context: QueryContext): DividedQuery {
  const conditions: QueryCondition[] = [];
  const rest: QueryNode[] = [];
  for (const node of query.kind === "and" ? query.nodes : [query]) {
    const filters = resolveQuery(node, context);
    const plain = filters.filter((filter) => "field" in filter);
    const isText = (node.kind === "not" ? node.node : node).kind === "text";
    const isTogether = isText || isAboutSteps(node, context.list);
    if (!isTogether && plain.length === filters.length && !isRelative(node, context)) conditions.push(...plain);
    else rest.push(node);
  }
  return { conditions, rest: rest.length === 0 ? null : join("and", rest) };
}

function isRelative(node: QueryNode, context: QueryContext): boolean {
  const tomorrow = { ...context, now: context.now + 86_400_000 };
  return JSON.stringify(resolveQuery(node, context)) !== JSON.stringify(resolveQuery(node, tomorrow));
}

export interface FilterCondition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: unknown;
  readonly path?: string | undefined;
}

/** Returns the query that selects the same records as a filter; undefined if there is none. */
export function queryOfCondition(list: QueriedList, condition: FilterCondition): QueryNode | undefined {
  const fields = queryFields[list];
  const field = fields.find((each) => each.field === condition.field);
  if (field === undefined) return undefined;
  const written = canonical(field, condition);
  if (written === undefined) return undefined;
  // A label is written as a value of the score, unless it would be read as a number.
  const owner = fields.find(({ labelField }) => labelField === field.field);
  const names = [...(owner === undefined ? [] : [owner.names[0]]), field.names[0]];
  return names
    .map((name) => nodeOf(field, name, written))
    .find((node) => {
      const [resolved, ...more] = node === undefined ? [] : resolveQuery(node, { list, now: 0 });
      return more.length === 0 && JSON.stringify(resolved) === JSON.stringify(written);
    });
}

/**
 * Converts a filter to the form in which `resolveQuery` returns it, so that the two can be compared. For example, `in`
 * with one text becomes `eq`, and times are converted to UTC.
 */
function canonical(
  { type }: QueryField,
  { field, path, operator, value }: FilterCondition,
): QueryCondition | undefined {
  const of = { field, ...(path !== undefined && { path }) };
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each === "string");
    if (texts.length < value.length) return undefined;
    const [only, ...more] = texts;
    const isOne = type !== "stringList" && only !== undefined && more.length === 0;
    if (isOne && operator === "in") return { ...of, operator: "eq", value: only };
    if (isOne && operator === "nin") return { ...of, operator: "neq", value: only };
    return { ...of, operator, value: texts };
  }
  if (type === "datetime" && typeof value === "string") {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : { ...of, operator, value: new Date(time).toISOString() };
  }
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar || value === null ? { ...of, operator, value } : undefined;
}

const positives = { neq: "eq", nilike: "ilike", nin: "in", is: "nis" } as const;

function nodeOf(field: QueryField, name: string, condition: QueryCondition): QueryNode | undefined {
  const { operator, value, path } = condition;
  if (Object.hasOwn(positives, operator)) {
    const node = nodeOf(field, name, { ...condition, operator: positives[operator as keyof typeof positives] });
    return node && { kind: "not", node };
  }
  if (operator === "nis") {
    const text = path === undefined ? name : `${name}.${path}`;
    return value === null ? { kind: "term", field: "has", test: isOneOf([text]) } : undefined;
  }
  if (field.field === "content" && operator === "ilike") {
    return value === "" ? undefined : { kind: "text", text: String(value) };
  }
  const test = testOf(field, condition);
  return test && { kind: "term", field: name, ...(path !== undefined && { path }), test };
}

function testOf(field: QueryField, { operator, value, path }: QueryCondition): QueryTest | undefined {
  switch (operator) {
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { kind: "compare", operator, text: textOf(field, value) };
    case "eq":
      return isOneOf([textOf(field, value)]);
    case "in":
      return Array.isArray(value) && value.length > 0 ? isOneOf(value.map(String)) : undefined;
    case "ilike": {
      const text = String(value);
      if (field.type === "json" && path === undefined) return isOneOf([text]);
      return { kind: "is", values: [{ kind: "contains", text }] };
    }
    default:
      return undefined;
  }
}

function textOf({ type, unit }: QueryField, value: ConditionValue): string {
  return type === "number" && typeof value === "number" ? formatQueryNumber(value, unit) : String(value);
}

function isOneOf(texts: readonly string[]): QueryTest {
  return { kind: "is", values: texts.map((text) => ({ kind: "exact", text })) };
}
