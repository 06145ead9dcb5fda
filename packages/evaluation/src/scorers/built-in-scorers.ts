import { EvaluationError } from "../evaluation-error.ts";
import type { EvaluationScore } from "../evaluation-score.ts";
import type { JsonObject } from "../json-object.ts";
import type { TargetView } from "../target-view.ts";
import { validateJson } from "../validate-json.ts";
import { contains } from "./contains.ts";
import { editDistance } from "./edit-distance.ts";
import { embeddingSimilarity } from "./embedding-similarity.ts";
import { exactMatch } from "./exact-match.ts";
import { jsonSchema } from "./json-schema.ts";
import { numericCloseness } from "./numeric-closeness.ts";
import { regularExpression } from "./regular-expression.ts";
import type { Scorer, ScorerContext } from "./scorer.ts";
import { toolCalls } from "./tool-calls.ts";
import { trajectory } from "./trajectory.ts";
import { validJson } from "./valid-json.ts";

// Each scorer accepts only its own options. The cast is safe, because `checkScorer` checks options against the schema
// of the scorer before they are used.
const all = [
  exactMatch,
  contains,
  regularExpression,
  validJson,
  jsonSchema,
  numericCloseness,
  editDistance,
  embeddingSimilarity,
  toolCalls,
  trajectory,
] as unknown as readonly Scorer[];

export const builtInScorers: ReadonlyMap<string, Scorer> = new Map(all.map((scorer) => [scorer.name, scorer]));

/**
 * Returns a built-in scorer. Throws an {@link EvaluationError} if there is none with the name, or if the options do not
 * match its schema.
 */
export function checkScorer(name: string, options: JsonObject): Scorer {
  const scorer = builtInScorers.get(name);
  if (!scorer) throw new EvaluationError("definitionInvalid", `There is no built-in scorer \`${name}\``);
  const errors = validateJson(scorer.options as unknown as JsonObject, options);
  if (errors.length === 0) return scorer;
  throw new EvaluationError("definitionInvalid", `The options of \`${name}\` are invalid: ${errors.join("; ")}`);
}

/** Scores a target with the built-in scorer of the given name. Its options are JSON. */
export async function runScorer(
  definition: { readonly scorer: string; readonly options: JsonObject },
  view: TargetView,
  context: ScorerContext = {},
): Promise<EvaluationScore> {
  return checkScorer(definition.scorer, definition.options).score(view, definition.options, context);
}
