import { toComparable, toComparableJson } from "../comparable-text.ts";
import type { Filter, ListFilter } from "../list.ts";
import { positiveOf } from "./list-filters.ts";
import { conjunction, disjunction, type Fragment } from "../session/fragment.ts";

/**
 * Describes how SQL reads a filter field. `value` is the expression for its value; with `json`, it returns JSON text.
 *
 * If `from` is set, `value` is evaluated for each row that `from` selects: one row for each value of the field, or the
 * row with the payload. The record matches if the value of at least one row matches.
 */
export interface FieldSource<Parameter> {
  readonly value: string;
  readonly json?: true | undefined;
  /** Set if `value` is a text that contains JSON. A search then also finds the escaped form of its text. */
  readonly holdsJson?: true | undefined;
  /**
   * SQL expression for the stored JSON text from which `value` is extracted, for example the text of a whole
   * generation. Undefined if `value` is a stored text itself.
   */
  readonly inside?: string | undefined;
  readonly from?: ((filter: Filter) => Fragment<Parameter>) | undefined;
  /**
   * Set if `from` reads the values from an index table: another FROM clause, which reads them from the record itself.
   * Negated filters use it instead of `from`, because no index supports negated filters.
   */
  readonly held?: string | undefined;
  /**
   * Further expressions that are compared with the filter value. For example, a filter on a user compares the id as
   * well as the identifier.
   */
  readonly alternatives?: readonly string[] | undefined;
}

/** Describes how filters test a step of a record. `fields` contains expressions on the step `s`. */
export interface StepSource<Parameter> {
  /** `FROM ... WHERE ...` clause that selects the steps `s` of the record `r`. */
  readonly from: string;
  readonly fields: { readonly [field: string]: FieldSource<Parameter> };
}

export interface FieldSources<Parameter> {
  readonly of: (field: string) => FieldSource<Parameter>;
  readonly steps?: StepSource<Parameter> | undefined;
}

/** Whether the field has to be read from a payload, which is in a separate table. */
export function isPayload<Parameter>({ json, from }: FieldSource<Parameter>): boolean {
  return json === true && from !== undefined;
}

/** SQL conditions that differ between the databases. */
export interface FilterDialect<Parameter> {
  bind(value: string | number): Fragment<Parameter>;
  isIn(text: Fragment<Parameter>, values: readonly string[]): Fragment<Parameter>;
  /**
   * Returns a condition that tests whether a text contains `needle`, ignoring case. {@link toComparable} was applied to
   * `needle`.
   */
  contains(text: Fragment<Parameter>, needle: string): Fragment<Parameter>;
  /**
   * Returns an expression for the value at a path as text: the content of a string, or the JSON of any other value. The
   * result is NULL if the value is missing or null.
   */
  jsonTextAt(json: string, path: string | undefined): Fragment<Parameter>;
  /** Returns a condition that tests whether the value at a path is a number and passes `test`. */
  isJsonNumber(
    json: string,
    path: string | undefined,
    test: (number: Fragment<Parameter>) => Fragment<Parameter>,
  ): Fragment<Parameter>;
  isJsonBoolean(json: string, path: string | undefined, value: boolean): Fragment<Parameter>;
  /**
   * Returns a condition that applies a fast test to the JSON text before `test`, which parses the text. Most texts fail
   * the fast test, so they are not parsed. Returns only `test` if there is no fast test for the filter.
   */
  shortened(filter: Filter, source: FieldSource<Parameter>, test: Fragment<Parameter>): Fragment<Parameter>;
  /**
   * SQL suffix for a subquery that tests payloads. In PostgreSQL, the suffix makes the subquery run separately for each
   * tested record. Otherwise, PostgreSQL could read the payloads of all records before it tests the first one.
   */
  readonly oneByOne: string;
}

const comparisons = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

export class FilterCompiler<Parameter> {
  readonly #dialect: FilterDialect<Parameter>;

  constructor(dialect: FilterDialect<Parameter>) {
    this.#dialect = dialect;
  }

  /** Returns the condition under which a record matches a filter of a list. */
  compileAny(filter: ListFilter, sources: FieldSources<Parameter>): Fragment<Parameter> {
    if ("not" in filter) return this.#complement(filter.not, sources.of(filter.not.field));
    if ("someStep" in filter) return this.#existsStep(filter.someStep, sources);
    if ("noStep" in filter) {
      const { sql, parameters } = this.#existsStep(filter.noStep, sources);
      return { sql: `NOT ${sql}`, parameters };
    }
    if (!("any" in filter)) return this.compile(filter, sources.of(filter.field));
    const branches = filter.any.map((branch) => conjunction(branch.map((each) => this.compileAny(each, sources))));
    return disjunction(branches.map(({ sql, parameters }) => ({ sql: `(${sql})`, parameters })));
  }

  #existsStep(filters: readonly ListFilter[], { steps }: FieldSources<Parameter>): Fragment<Parameter> {
    if (steps === undefined) throw new Error("This list cannot be filtered by steps.");
    const of = (field: string): FieldSource<Parameter> => {
      const source = Object.hasOwn(steps.fields, field) ? steps.fields[field] : undefined;
      if (source === undefined) throw new Error(`Steps have no field ${field}.`);
      return source;
    };
    const { sql, parameters } = conjunction(filters.map((each) => this.compileAny(each, { of })));
    return { sql: `EXISTS (SELECT 1 ${steps.from} AND ${sql})`, parameters };
  }

  compile(filter: Filter, source: FieldSource<Parameter>): Fragment<Parameter> {
    if (filter.value === null && filter.operator === "nis") return this.#isPresent(filter, source);
    if (filter.value === null && filter.operator === "is") return this.#isNull(filter, source);
    const positive = positiveOf(filter);
    if (positive.operator !== filter.operator) return this.#complement(positive, source);
    const values = [source.value, ...(source.alternatives ?? [])];
    const tests = values.map((value) => this.#test(filter, { ...source, value }));
    return this.#within(source, filter, disjunction(tests));
  }

  compare(
    value: Fragment<Parameter>,
    { operator, value: operand }: Pick<Filter, "operator" | "value">,
  ): Fragment<Parameter> {
    if (operator === "ilike") return this.#dialect.contains(value, toComparable(String(operand)));
    if (operator === "in") return this.#dialect.isIn(value, [operand].flat().map(textOf));
    const comparison = comparisons[operator as keyof typeof comparisons] ?? "=";
    const bound = this.#dialect.bind(typeof operand === "number" ? operand : textOf(operand));
    return { sql: `${value.sql} ${comparison} ${bound.sql}`, parameters: [...value.parameters, ...bound.parameters] };
  }

  #complement(filter: Filter, source: FieldSource<Parameter>): Fragment<Parameter> {
    const { held } = source;
    const from = held === undefined ? source.from : () => ({ sql: held, parameters: [] });
    const { sql, parameters } = this.compile(filter, { ...source, from });
    return { sql: `NOT coalesce((${sql}), FALSE)`, parameters };
  }

  #isNull(filter: Filter, source: FieldSource<Parameter>): Fragment<Parameter> {
    if (source.from === undefined) return this.#testNull(filter, source, "IS NULL");
    const { sql, parameters } = this.#isPresent(filter, source);
    return { sql: `NOT (${sql})`, parameters };
  }

  /**
   * Returns a condition that tests whether there is a value. Negating `#isNull` would give the same result, but would
   * keep PostgreSQL from using a partial index of the rows with a value.
   */
  #isPresent(filter: Filter, source: FieldSource<Parameter>): Fragment<Parameter> {
    return this.#within(source, filter, this.#testNull(filter, source, "IS NOT NULL"));
  }

  #testNull(
    { path }: Filter,
    { json, value }: FieldSource<Parameter>,
    test: "IS NULL" | "IS NOT NULL",
  ): Fragment<Parameter> {
    const { sql, parameters } = json ? this.#dialect.jsonTextAt(value, path) : { sql: value, parameters: [] };
    return { sql: `${sql} ${test}`, parameters };
  }

  #within(source: FieldSource<Parameter>, filter: Filter, test: Fragment<Parameter>): Fragment<Parameter> {
    if (source.from === undefined) return test;
    const rows = source.from(filter);
    const end = isPayload(source) ? this.#dialect.oneByOne : "";
    return {
      sql: `EXISTS (SELECT 1 ${rows.sql} AND (${test.sql})${end})`,
      parameters: [...rows.parameters, ...test.parameters],
    };
  }

  #test(filter: Filter, source: FieldSource<Parameter>): Fragment<Parameter> {
    const text = { sql: source.value, parameters: [] };
    if (source.holdsJson && filter.operator === "ilike") return this.#containsJson(text, String(filter.value));
    if (!source.json) return this.compare(text, filter);
    return this.#dialect.shortened(filter, source, this.#testJson(filter, source.value));
  }

  #testJson(filter: Filter, json: string): Fragment<Parameter> {
    const { path, value } = filter;
    if (typeof value === "number") {
      return this.#dialect.isJsonNumber(json, path, (number) => this.compare(number, filter));
    }
    if (typeof value === "boolean") return this.#dialect.isJsonBoolean(json, path, value);
    const text = this.#dialect.jsonTextAt(json, path);
    return filter.operator === "ilike" ? this.#containsJson(text, String(value)) : this.compare(text, filter);
  }

  /**
   * Returns a condition that tests whether a JSON text contains `needle`. Also searches for the escaped form of
   * `needle`, because JSON escapes strings in objects and arrays: for example, a line feed is stored as `\n`.
   */
  #containsJson(text: Fragment<Parameter>, needle: string): Fragment<Parameter> {
    const plain = toComparable(needle);
    const escaped = spelledInJson(plain);
    const { sql, parameters } = disjunction(
      [...new Set([plain, escaped])].map((each) => this.#dialect.contains(text, each)),
    );
    return { sql: `(${sql})`, parameters };
  }
}

export function spelledInJson(text: string): string {
  return toComparableJson(JSON.stringify(text).slice(1, -1));
}

function textOf(value: Filter["value"]): string {
  return toComparable(typeof value === "string" ? value : JSON.stringify(value));
}
