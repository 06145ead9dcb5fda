import type {
  ContainsOptions,
  EditDistanceOptions,
  Embed,
  EmbeddingSimilarityOptions,
  ExactMatchOptions,
  JsonSchemaOptions,
  NumericClosenessOptions,
  RegularExpressionOptions,
  ValidJsonOptions,
} from "@threadline/evaluation";
import { type BuiltInScorer, builtInScorer, type BuiltInScorerOptions } from "./evaluation/built-in-scorer.ts";

export type {
  BuiltInScorer,
  BuiltInScorerOptions,
  ContainsOptions,
  EditDistanceOptions,
  Embed,
  EmbeddingSimilarityOptions,
  ExactMatchOptions,
  JsonSchemaOptions,
  NumericClosenessOptions,
  RegularExpressionOptions,
  ValidJsonOptions,
};

/**
 * Scores 1 if the output equals the expected value, else 0. The order of fields does not matter.
 *
 * @example
 * ```ts
 * import { Threadline } from "@threadline/core";
 * import { exactMatch } from "@threadline/core/scorers";
 *
 * const result = await new Threadline().evaluate({
 *   name: "greetings",
 *   dataset: [{ input: { name: "Ada" }, expectedOutput: { text: "Hello Ada" } }],
 *   task: ({ name }) => ({ text: `Hello ${name}`, ms: 3 }),
 *   scorers: [exactMatch({ name: "correctness", output: "output.text", expected: "expected.text" })],
 * });
 * console.log(String(result));
 * ```
 */
export function exactMatch(options: BuiltInScorerOptions & ExactMatchOptions = {}): BuiltInScorer {
  return builtInScorer("exactMatch", options);
}

/** Scores 1 if the output contains the texts in `options`, else 0. */
export function contains(options: BuiltInScorerOptions & ContainsOptions = {}): BuiltInScorer {
  return builtInScorer("contains", options);
}

/** Scores 1 if the output matches the pattern, which has the syntax of RE2, else 0. */
export function regularExpression(options: BuiltInScorerOptions & RegularExpressionOptions): BuiltInScorer {
  return builtInScorer("regularExpression", options);
}

/** Scores 1 if the output is JSON, else 0. */
export function validJson(options: BuiltInScorerOptions & ValidJsonOptions = {}): BuiltInScorer {
  return builtInScorer("validJson", options);
}

/** Scores 1 if the output matches the JSON schema in `options`, else 0 with the reasons. */
export function jsonSchema(options: BuiltInScorerOptions & JsonSchemaOptions): BuiltInScorer {
  return builtInScorer("jsonSchema", options);
}

/**
 * Scores 1 if the output is within the given tolerance of the expected number, else 0. Without a tolerance, the score
 * is from 0 to 1: the closer the numbers, the higher the score.
 */
export function numericCloseness(options: BuiltInScorerOptions & NumericClosenessOptions = {}): BuiltInScorer {
  return builtInScorer("numericCloseness", options);
}

/** Scores the similarity of the output and the expected text from 0 to 1, based on their Levenshtein distance. */
export function editDistance(options: BuiltInScorerOptions & EditDistanceOptions = {}): BuiltInScorer {
  return builtInScorer("editDistance", options);
}

/**
 * Scores the similarity of the output and the expected text from 0 to 1, based on the cosine of the vectors that
 * `embed` returns.
 */
export function embeddingSimilarity({
  embed,
  ...options
}: BuiltInScorerOptions & EmbeddingSimilarityOptions & { embed: Embed }): BuiltInScorer {
  return builtInScorer("embeddingSimilarity", options, { embed });
}
