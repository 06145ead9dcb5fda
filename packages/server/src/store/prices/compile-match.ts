import { RE2JS } from "re2js";

/**
 * Compiles the pattern of a model price; throws if it is invalid. Matching time is linear in text and pattern, which
 * can still be long, so a service compiles and matches only in {@link PricePatterns}.
 */
export function compileMatch(match: string): RE2JS {
  return RE2JS.compile(match, RE2JS.CASE_INSENSITIVE);
}
