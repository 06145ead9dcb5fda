import { useCallback } from "react";
import { useOperation } from "../../api/use-request.ts";
import { scoreSchemaList } from "../../generated/score-schemas.ts";
import { scaleOf, type ScoreScale } from "./score-scales.ts";

/**
 * Returns a function that determines a score's scale from its name and values, with the score schemas of the project.
 */
export function useScoreScale(): (name: string, values: readonly number[]) => ScoreScale {
  const { data } = useOperation(scoreSchemaList, {});
  const schemas = data?.scoreSchemas;
  return useCallback((name, values) => scaleOf(name, values, schemas ?? []), [schemas]);
}
