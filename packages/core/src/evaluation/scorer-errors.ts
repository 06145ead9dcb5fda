import type { JsonObject, Maybe } from "../types/json.ts";

/** Key in the metadata of a run under which the errors of its scorers and evaluators are stored. */
export const SCORER_ERRORS = "scorerErrors";

export function scorerErrorsOf(metadata: Maybe<JsonObject>): Record<string, string> {
  return (metadata?.[SCORER_ERRORS] ?? {}) as Record<string, string>; // written by `evaluate`
}
