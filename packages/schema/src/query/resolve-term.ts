import { QueryError, type QueryProblemValues } from "./query-error.ts";
import { findQueryField, type QueriedList, type QueryField, queryFields, textFields } from "./query-fields.ts";
import { anyOf, complement, type QueryCondition, type QueryFilter } from "./query-filters.ts";
import type { QueryProblem } from "./query-messages.ts";
import type { QueryTerm, QueryTest, QueryText, QueryValue } from "./query-tree.ts";
import { numberExamples, parseQueryNumber, parseQueryTime, timeExamples, type TimeRange } from "./query-values.ts";

export interface QueryContext {
  readonly list: QueriedList;
  /** Current time, in epoch milliseconds. */
  readonly now: number;
}

/** Returns the filters for a text that has no field name in the query, such as `refund`. */
export function resolveText({ text }: QueryText, { list }: QueryContext): QueryFilter[] {
  return [anyOf(textFields[list].map((field) => [{ field, operator: "ilike", value: text }]))];
}

/** Returns the filters of a term. A record must match all of them. */
export function resolveTerm(term: QueryTerm, context: QueryContext): QueryFilter[] {
  const name = term.field.toLowerCase();
  if (name === "has") return [resolvePresence(term, context)];
  if (name === "no") return complement([resolvePresence(term, context)]);
  if (name === "status") return resolveStatus(term, context);
  if (name === "tool" && toolLists.has(context.list)) return resolveTool(term, context);
  const field = findField(term, term.field, context);
  if (term.path !== undefined && field.path === undefined) {
    throw failure(term, "noPath", { example: `${term.field}:value` });
  }
  const of = { field: field.field, ...(term.path !== undefined && { path: term.path }) };
  const { test } = term;
  const resolved = (each: QueryTest): QueryFilter[] =>
    resolveTest({ ...term, test: each }, field, context).map((filter) => withField(filter, of));
  if (test.kind !== "is" || field.labelField === undefined) return resolved(test);
  const labels = labelsIn(test, field);
  if (labels.length === 0) return resolved(test);
  const labeled = withField(resolveTexts({ kind: "is", values: labels }, "eq"), { ...of, field: field.labelField });
  const numbers = test.values.filter((value) => !labels.includes(value));
  return numbers.length === 0 ? [labeled] : [anyOf([resolved({ kind: "is", values: numbers }), [labeled]])];
}

type IsTest = Extract<QueryTest, { readonly kind: "is" }>;

/** Returns the values of a score that are labels: those that are not numbers, as `"very good"` in `5,"very good"`. */
function labelsIn({ values }: IsTest, { unit }: QueryField): readonly QueryValue[] {
  if (values.some(({ kind }) => kind === "any")) return [];
  return values.filter(
    (value) =>
      value.kind === "contains" || (value.kind === "exact" && parseQueryNumber(value.text, unit) === undefined),
  );
}

type Test = Pick<QueryCondition, "operator" | "value">;

function withField(filter: QueryFilter<Test>, of: Pick<QueryCondition, "field" | "path">): QueryFilter {
  if ("any" in filter) return { any: filter.any.map((branch) => branch.map((each) => withField(each, of))) };
  if ("not" in filter) return { not: { ...of, ...filter.not } };
  if ("someStep" in filter || "noStep" in filter)
    throw new Error("The condition on a value cannot contain conditions on steps.");
  return { ...of, ...filter };
}

const toolLists: ReadonlySet<QueriedList> = new Set(["threads", "steps"]);

/** Resolves `tool:search`: a step of the type `tool` with this name. */
function resolveTool(term: QueryTerm, context: QueryContext): QueryFilter[] {
  if (term.path !== undefined) throw failure(term, "noPath", { example: "tool:name" });
  const name = findField(term, "stepName", context);
  const named = resolveTest(term, name, context).map((filter) => withField(filter, { field: name.field }));
  const isTool: QueryCondition =
    context.list === "threads"
      ? { field: "stepType", operator: "in", value: ["tool"] }
      : { field: "type", operator: "eq", value: "tool" };
  return [isTool, ...named];
}

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

function resolveTexts({ values }: IsTest, operator: "eq" | "ilike" | "in"): QueryFilter<Test> {
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

function exactValues(term: QueryTerm, { values }: IsTest): string[] {
  return values.map((value) => {
    if (value.kind === "exact") return value.text;
    throw failure(term, "noTextPart");
  });
}

function failure({ field, place }: QueryTerm, problem: QueryProblem, values: QueryProblemValues = {}): QueryError {
  return new QueryError(problem, place ?? { start: 0, end: 0 }, { name: field.slice(0, 100), ...values });
}
