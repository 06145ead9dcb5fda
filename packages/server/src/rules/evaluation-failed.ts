import { EvaluationError } from "@threadline/evaluation";

/** Returns null for a target that cannot be evaluated. Throws other errors. */
export function evaluationFailed(error: unknown): null {
  if (error instanceof EvaluationError) return null;
  throw error;
}
