import { useCallback } from "react";
import { useOperation } from "../../api/use-request.ts";
import { scoreSchemaList } from "../../generated/score-schemas.ts";
import type { Direction } from "../../ui/change-tone.ts";

export type DirectionOf = (scoreName: string) => Direction;

/**
 * Returns a function that looks up the direction of a score in its schema. For a score without a schema, higher values
 * are better; experiment comparisons use the same rule. While the schemas load, all scores are neutral.
 */
export function useScoreDirection(): DirectionOf {
  const { data } = useOperation(scoreSchemaList, {});
  const schemas = data?.scoreSchemas;
  return useCallback(
    (scoreName) =>
      schemas === undefined
        ? "NEUTRAL"
        : (schemas.find(({ name }) => name === scoreName)?.direction ?? "HIGHER_IS_BETTER"),
    [schemas],
  );
}
