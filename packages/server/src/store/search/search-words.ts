import type { JsonValue } from "../../json/json-value.ts";
import type { Filter } from "../list.ts";

/**
 * Maximum length of an indexed word. Longer words are split into pieces that overlap by half, so that any text of half
 * the length is in one piece.
 */
const maxWordLength = 64;
/**
 * Maximum number of distinct words in the indexed texts of a step. A step with more words is not indexed, so every
 * search tests it.
 */
const maximumWords = 20_000;
/**
 * Maximum total length of the indexed texts of a step. A step with longer texts is not indexed, so every search tests
 * it.
 */
const maximumLength = 1_000_000;

/** Matches words. All non-ASCII characters are part of words. Surrogates are excluded, because they may be unpaired. */
const wordPattern = /[a-z0-9\u0080-\ud7ff\ue000-\uffff]+/g;

/** Converts a value to the text that searches test: a string stays unchanged, and other values become JSON. */
export function searchedText(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Returns the distinct words of texts, in lower case. Null if there are more than {@link maximumWords}, or if the texts
 * are longer than {@link maximumLength}.
 */
export function wordsOf(texts: readonly string[]): readonly string[] | null {
  const words = new Set<string>();
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > maximumLength) return null;
    for (const word of text.toLowerCase().match(wordPattern) ?? []) {
      if (word.length <= maxWordLength / 2) words.add(word);
      else for (const piece of piecesOf(word)) words.add(piece);
    }
    if (words.size > maximumWords) return null;
  }
  return [...words];
}

function* piecesOf(word: string): Generator<string> {
  for (let start = 0; start === 0 || start + maxWordLength / 2 < word.length; start += maxWordLength / 2) {
    yield word.slice(start, start + maxWordLength);
  }
}

/**
 * Condition on the words of a text: depending on `match`, a word must equal, start with, end with or contain `text`.
 */
export interface WordCondition {
  readonly text: string;
  readonly match: "equal" | "prefix" | "suffix" | "contains";
}

/** Returns conditions on words. Every text that contains `needle` has words that meet all of them. */
export function conditionsOf(needle: string): readonly WordCondition[] {
  const folded = needle.toLowerCase();
  return [...folded.matchAll(wordPattern)].map(({ 0: word, index }) => {
    const begins = index > 0;
    if (word.length > maxWordLength / 2) {
      return { text: word.slice(0, maxWordLength / 2), match: begins ? "prefix" : "contains" };
    }
    const ends = index + word.length < folded.length;
    if (begins) return { text: word, match: ends ? "equal" : "prefix" };
    return { text: word, match: ends ? "suffix" : "contains" };
  });
}

/** Maximum number of values in a list that are looked up one by one. */
const maximumValues = 50;
/** Operators at a path that only match if there is a value. */
const presentOperators: ReadonlySet<string> = new Set(["ilike", "eq", "in", "gt", "gte", "lt", "lte", "nis"]);
/** Matches keys of a path that may be array indexes. The JSON text of an array does not contain indexes. */
const placePattern = /^\s*[+-]?\d+$/;

/**
 * Returns texts, one of which every matching payload contains. Undefined if no such texts are known. For `eq` and `in`,
 * the texts include the quotes around the value. So the first and the last word of the value match only whole words,
 * not parts of longer words.
 */
export function spellingsOf({ operator, path, value }: Filter): readonly string[] | undefined {
  const anything = path === undefined || !presentOperators.has(operator) ? undefined : [""];
  if (operator === "ilike") return distinct([String(value), JSON.stringify(String(value)).slice(1, -1)]);
  if (operator !== "eq" && operator !== "in") return anything;
  const values = Array.isArray(value) ? value : [value];
  if (values.length > maximumValues) return anything;
  const spelled = values.map((each) => `"${JSON.stringify(each)}"`);
  return distinct([...spelled, ...values.flatMap((each) => (typeof each === "string" ? [`"${each}"`] : []))]);
}

/**
 * Returns conditions on the words of the keys in the filter's path. A payload that has a value at the path contains
 * these keys. So a matching payload meets all of these conditions.
 */
export function conditionsOfPath({ operator, path = "" }: Filter): readonly WordCondition[] {
  if (!presentOperators.has(operator)) return [];
  const keys = path.split(".").filter((key) => !placePattern.test(key));
  return keys.flatMap((key) => conditionsOf(JSON.stringify(key)));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
