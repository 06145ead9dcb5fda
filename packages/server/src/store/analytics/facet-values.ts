import { parseJson } from "../../json/parse-json.ts";
import type { Facet, FacetRequest, FacetValue } from "../analytics.ts";
import { foldCase } from "../comparable-text.ts";

/** Value of a record's column: a text, a boolean (0 or 1), JSON text or null. */
export type FacetColumn = string | number | null;

export type ReadFacet = (value: FacetColumn) => readonly string[];

export function readText(value: FacetColumn): readonly string[] {
  return value === null ? [] : [JSON.stringify(value)];
}

export function readBoolean(value: FacetColumn): readonly string[] {
  return [Number(value) === 1 ? "true" : "false"];
}

export function readNumber(value: FacetColumn): readonly string[] {
  return value === null ? [] : [JSON.stringify(Number(value))];
}

export function readTags(value: FacetColumn): readonly string[] {
  if (value === null) return [];
  // The column stores the record's tags.
  const tags = JSON.parse(String(value)) as readonly string[];
  return [...new Set(tags)].map((tag) => JSON.stringify(tag));
}

export function readMetadata(value: FacetColumn): readonly string[] {
  const text = String(value);
  return value === null || text === "null" || text.startsWith("{") || text.startsWith("[") ? [] : [text];
}

/**
 * Adds to `counts` how many rows have each value. `read` may return several values for a row. Returns the number of
 * rows without a value.
 */
export function tally(counts: Map<string, number>, column: Iterable<FacetColumn>, read: ReadFacet): number {
  // Most values repeat, so each distinct value is read once.
  const different = new Map<FacetColumn, number>();
  for (const value of column) different.set(value, (different.get(value) ?? 0) + 1);
  return tallyDifferent(counts, different, read);
}

/** Like {@link tally}, for the distinct values of a column, each with the number of its rows. */
export function tallyDifferent(
  counts: Map<string, number>,
  different: Iterable<readonly [FacetColumn, number]>,
  read: ReadFacet,
): number {
  let missing = 0;
  for (const [value, rows] of different) {
    const values = read(value);
    if (values.length === 0) missing += rows;
    for (const each of values) counts.set(each, (counts.get(each) ?? 0) + rows);
  }
  return missing;
}

export interface CountedFacets {
  readonly count: number;
  readonly facets: readonly {
    readonly counts: ReadonlyMap<string, number>;
    readonly missing: number;
  }[];
}

export function toFacet(
  { field, path, search }: FacetRequest,
  found: {
    readonly counts: ReadonlyMap<string, number>;
    readonly missing: number;
    readonly limit: number;
    readonly scale: number;
  },
): Facet {
  const { counts, missing, limit, scale } = found;
  const needle = foldCase(search ?? "");
  const values: FacetValue[] = [...counts].map(([text, count]) => {
    const json = parseJson(text);
    return { json, value: typeof json === "string" ? json : text, count: Math.round(count * scale) };
  });
  const wanted = needle === "" ? values : values.filter(({ value }) => foldCase(value).includes(needle));
  return {
    field,
    path: path ?? null,
    values: wanted
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, limit),
    valueCount: wanted.length,
    missingCount: Math.round(missing * scale),
  };
}
