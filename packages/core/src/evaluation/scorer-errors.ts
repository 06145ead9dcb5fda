import type { JsonObject, Maybe } from "../types/json.ts";

/** Metadata key under which the errors of scorers and evaluators are stored with the step of a run. */
export const SCORER_ERRORS = "scorerErrors";

export function scorerErrorsOf(metadata: Maybe<JsonObject>): Record<string, string> {
  return (metadata?.[SCORER_ERRORS] ?? {}) as Record<string, string>; // `evaluate` stores the error texts by name
}
