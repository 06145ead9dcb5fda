import { useCallback } from "react";
import { useOperation } from "../../api/use-request.ts";
import { scoreSchemaList } from "../../generated/score-schemas.ts";
import { scaleOf, type ScoreScale } from "./score-scales.ts";

/**
 * Returns a function that determines the scale of a score from its name and values, using the score schemas of the
 * project.
 */
export function useScoreScale(): (name: string, values: readonly number[]) => ScoreScale {
  const { data } = useOperation(scoreSchemaList, {});
  const schemas = data?.scoreSchemas;
  return useCallback((name, values) => scaleOf(name, values, schemas ?? []), [schemas]);
}
