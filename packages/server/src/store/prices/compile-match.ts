import { RE2JS } from "re2js";

/**
 * Compiles the pattern of a model price; throws what is wrong with it. Matching takes time that is linear in the text and
 * in the pattern, so a service does both in {@link PricePatterns} only.
 */
export function compileMatch(match: string): RE2JS {
  return RE2JS.compile(match, RE2JS.CASE_INSENSITIVE);
}
