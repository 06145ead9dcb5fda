import { RE2JS } from "re2js";

/**
 * Compiles the pattern of a model price. Throws if the pattern is invalid. Servers call it only in the thread of
 * `PricePatterns`, because matching long patterns can take long.
 */
export function compileMatch(match: string): RE2JS {
  return RE2JS.compile(match, RE2JS.CASE_INSENSITIVE);
}
