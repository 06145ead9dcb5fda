import type { Fragment } from "../../session/postgres/session.ts";
import type { Filter, ListFilter } from "../../list.ts";
import { positiveOf, requiredConditions, toTexts } from "../../lists/list-filters.ts";
import { columnTestOf } from "./column-test.ts";
import { isReplaced } from "../../comparable-text.ts";
import { bucketOfAnything, bucketOfPath, bucketOfUnsure, bucketOfValue, visitParts } from "./search-buckets.ts";
import type { ColumnValue } from "./search-columns.ts";
import { rowsBy } from "../../session/postgres/rows-by.ts";

/**
 * Conditions that every match of a filter meets, and that the index can test. A record that meets them may still not
 * match.
 */
export interface SearchTerm {
  /**
   * Lists of buckets. A matching step has all buckets of at least one list. Undefined if the filter requires no
   * buckets.
   */
  readonly alternatives?: readonly (readonly number[])[] | undefined;
  /**
   * Test of a step's value at `path`, which every match passes. It excludes more steps than `alternatives`, but it only
   * works for segments that store a column for this path.
   */
  readonly column?: { readonly path: string; readonly test: (value: ColumnValue) => boolean } | undefined;
}

type Numbers = NonNullable<SearchTerm["alternatives"]>;

/** Type of an indexed field: texts, or values that are indexed by path. */
export type SearchedField = "text" | "metadata";

const maxAlternatives = 40;
/** Maximum number of buckets that are looked up per text. The buckets of a long text are sampled evenly. */
const maxParts = 16;

/** Returns the index condition of a filter; undefined if the index does not support it. */
export function searchTermOf(filter: Filter, field: SearchedField): SearchTerm | undefined {
  // A negative filter also matches records without a value, but the buckets only find records with a value. So negative
  // filters are not looked up. The filter `nis` null is looked up, because it only matches records with a value.
  const isNegative =
    positiveOf(filter).operator !== filter.operator && !(filter.operator === "nis" && filter.value === null);
  const numbers = isNegative ? undefined : numbersOf(filter, field);
  if (numbers !== undefined && numbers.length <= maxAlternatives) return { alternatives: numbers };
  return field === "metadata" ? columnTermOf(filter) : undefined;
}

function numbersOf(filter: Filter, field: SearchedField): Numbers | undefined {
  if (field === "metadata") return termOfPath(filter) ?? termOfText(filter);
  const keys = partsOfKeys(filter);
  const numbers = termOfText(filter)?.map((parts) => [...parts, ...keys]);
  return numbers ?? (keys.length === 0 ? undefined : [keys]);
}

/** Operators that only match if there is a value at the path. */
const presentOperators: ReadonlySet<string> = new Set(["eq", "in", "ilike", "gt", "gte", "lt", "lte", "nis"]);

/**
 * Returns the buckets of the words in the keys of a path, because a payload with a value at the path contains these
 * words. Leaves out numbers, which may be array indexes instead of keys.
 */
function partsOfKeys({ operator, path = "" }: Filter): readonly number[] {
  if (!presentOperators.has(operator) || isReplaced(path)) return [];
  const keys = path.split(".").filter((key) => !/^\s*[+-]?\d+$/.test(key));
  return partsOf(keys.map((key) => JSON.stringify(key)).join(" "));
}

function columnTermOf(filter: Filter): SearchTerm | undefined {
  const { path } = filter;
  const test = columnTestOf(filter);
  if (!isKnownPath(path) || test === undefined) return undefined;
  const alternatives = test({ kind: "absent" }) ? undefined : [[bucketOfPath(path)], [bucketOfAnything]];
  return { alternatives, column: { path, test } };
}

function termOfText({ operator, value }: Filter): Numbers | undefined {
  if (operator !== "ilike" && operator !== "eq" && operator !== "in") return undefined;
  const values = Array.isArray(value) ? value : [value];
  // A number is searched as JSON text. This finds equal numbers, because stored values were also serialized by
  // JavaScript, which writes each number in only one way.
  const texts = values.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  if (texts.some(isReplaced)) return undefined;
  const alternatives = texts.flatMap((text) => [...spellingsOf(text)].map(partsOf));
  return alternatives.some((parts) => parts.length === 0) ? undefined : alternatives;
}

/**
 * Returns all forms in which JSON can contain a text: unchanged, escaped in a string, and escaped twice in a string
 * that contains JSON.
 */
function spellingsOf(text: string): ReadonlySet<string> {
  const spelled = JSON.stringify(text).slice(1, -1);
  return new Set([text, spelled, JSON.stringify(spelled).slice(1, -1)]);
}

function partsOf(text: string): number[] {
  const buckets = new Set<number>();
  visitParts(text, (bucket) => buckets.add(bucket));
  const all = [...buckets];
  const step = Math.max(all.length / maxParts, 1);
  return Array.from({ length: Math.min(all.length, maxParts) }, (_, index) => all[Math.floor(index * step)] ?? 0);
}

function termOfPath({ operator, value, path }: Filter): Numbers | undefined {
  if (!isKnownPath(path)) return undefined;
  if (operator === "nis" && value === null) return [[bucketOfPath(path)], [bucketOfAnything]];
  if ((operator !== "eq" && operator !== "in" && operator !== "is") || value === null) return undefined;
  const texts = [toTexts(value)].flat().map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  if (texts.some(isReplaced)) return undefined;
  return [...texts.map((text) => [bucketOfValue(path, text)]), [bucketOfUnsure(path)], [bucketOfAnything]];
}

/** Whether a path can be written in only one way. The index then finds all steps that have a value at the path. */
function isKnownPath(path: string | undefined): path is string {
  return path !== undefined && path !== "" && !isReplaced(path) && !path.split(".").some(isOddPlace);
}

/**
 * Whether a path segment is an unusual notation of an array index. For example, PostgreSQL reads `01` as element 1, but
 * the index has this element under `1`. So a lookup of `01` in the index would miss it.
 */
function isOddPlace(segment: string): boolean {
  return /^\s*[+-]?\d+$/.test(segment) && !/^(?:0|[1-9]\d*)$/.test(segment);
}

export interface ListSearch {
  /**
   * Index conditions of a list's filters. One step must meet all conditions of a group; different steps may meet
   * different groups.
   */
  readonly groupsOf: (filters: readonly ListFilter[]) => readonly (readonly SearchTerm[])[];
  /**
   * Condition on `r`. In a list of steps, it selects the steps with these keys; in a list of threads, the threads of
   * these steps.
   */
  readonly among: (project: number, steps: readonly number[]) => Fragment;
}

type SearchedFields = Readonly<Record<string, SearchedField>>;

/** Payload index for a list of steps. `fields` are the supported filter fields. */
export function searchOfSteps(fields: SearchedFields): ListSearch {
  return {
    groupsOf: (filters) => groupsOf(fields, [filters]),
    among: (_, steps) => ({ sql: "r.key = ANY(?::bigint[])", parameters: [steps] }),
  };
}

/**
 * Payload index for a list of threads, which searches the payloads of their steps. Each filter may match a different
 * step.
 */
export function searchOfThreads(fields: SearchedFields): ListSearch {
  return {
    groupsOf: (filters) =>
      groupsOf(
        fields,
        filters.map((filter) => [filter]),
      ),
    among: (project, steps) => ({
      sql: `r.id IN (SELECT s.thread_id FROM ${rowsBy("steps", "key")} s WHERE s.thread_id IS NOT NULL)`,
      parameters: [steps, project],
    }),
  };
}

function groupsOf(fields: SearchedFields, groups: readonly (readonly ListFilter[])[]): SearchTerm[][] {
  const terms = groups.map((filters) =>
    requiredConditions(filters).flatMap((filter) => {
      const field = Object.hasOwn(fields, filter.field) ? fields[filter.field] : undefined;
      return (field && searchTermOf(filter, field)) ?? [];
    }),
  );
  return terms.filter((group) => group.length > 0);
}
