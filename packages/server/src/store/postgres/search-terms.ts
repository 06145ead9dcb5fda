import type { Filter } from "../list.ts";
import { toTexts } from "../positive-filter.ts";
import { isReplaced } from "./json-path.ts";
import { bucketOfAnything, bucketOfPath, bucketOfUnsure, bucketOfValue, visitParts } from "./search-buckets.ts";

/** What the index says of the records that pass a filter: they have all numbers of one of these lists. */
export type SearchTerm = readonly (readonly number[])[];

/** What a filter looks into: texts, or values that the index holds by their path. */
export type SearchedField = "text" | "metadata";

/** More alternatives than this are not looked up. */
const mostAlternatives = 40;
/** Numbers of one text that are looked up; those of a long one are chosen evenly. */
const mostParts = 16;

/** Undefined when the index has no answer. */
export function searchTermOf(filter: Filter, field: SearchedField): SearchTerm | undefined {
  const term = (field === "metadata" ? termOfPath(filter) : undefined) ?? termOfText(filter);
  return term === undefined || term.length > mostAlternatives ? undefined : term;
}

function termOfText({ operator, value }: Filter): SearchTerm | undefined {
  if (operator !== "ilike" && operator !== "eq" && operator !== "in") return undefined;
  const values = Array.isArray(value) ? value : [value];
  const texts = values.flatMap((each) => (typeof each === "string" ? [each] : []));
  // A number may be spelled in other ways.
  if (texts.length < values.length || texts.some(isReplaced)) return undefined;
  const alternatives = texts.flatMap((text) => [...spellingsOf(text)].map(partsOf));
  return alternatives.some((parts) => parts.length === 0) ? undefined : alternatives;
}

/** How a text may stand in the JSON that holds it: as JSON, as the content of a string, as JSON inside of a string. */
function spellingsOf(text: string): ReadonlySet<string> {
  const spelled = JSON.stringify(text).slice(1, -1);
  return new Set([text, spelled, JSON.stringify(spelled).slice(1, -1)]);
}

function partsOf(text: string): number[] {
  const buckets = new Set<number>();
  visitParts(text, (bucket) => buckets.add(bucket));
  const all = [...buckets];
  const step = Math.max(all.length / mostParts, 1);
  return Array.from({ length: Math.min(all.length, mostParts) }, (_, index) => all[Math.floor(index * step)] ?? 0);
}

function termOfPath({ operator, value, path }: Filter): SearchTerm | undefined {
  if (path === undefined || path === "" || isReplaced(path) || path.split(".").some(isOddPlace)) return undefined;
  if (operator === "nis" && value === null) return [[bucketOfPath(path)], [bucketOfAnything]];
  if ((operator !== "eq" && operator !== "in" && operator !== "is") || value === null) return undefined;
  const texts = [toTexts(value)].flat().map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  if (texts.some(isReplaced)) return undefined;
  return [...texts.map((text) => [bucketOfValue(path, text)]), [bucketOfUnsure(path)], [bucketOfAnything]];
}

/** PostgreSQL takes these for places in an array, which go by other names in the index. */
function isOddPlace(segment: string): boolean {
  return /^\s*[+-]?\d+$/.test(segment) && !/^(?:0|[1-9]\d*)$/.test(segment);
}
