import { RE2JS } from "re2js";

/**
 * Compiles the pattern of a model price; throws if it is invalid. Matching takes linear time, but patterns and model
 * names can be long. So a service compiles and matches only in the separate thread of {@link PricePatterns}.
 */
export function compileMatch(match: string): RE2JS {
  return RE2JS.compile(match, RE2JS.CASE_INSENSITIVE);
}
