import { useCallback } from "react";
import { useOperation } from "../../api/use-request.ts";
import { scoreSchemaList } from "../../generated/score-schemas.ts";

export type LabelOf = (scoreName: string, value: number) => string | null;

/** Returns a function that looks up the label of a value in the score's schema; null if the schema has none for it. */
export function useScoreLabels(): LabelOf {
  const { data } = useOperation(scoreSchemaList, {});
  const schemas = data?.scoreSchemas;
  return useCallback(
    (scoreName, value) =>
      schemas?.find(({ name }) => name === scoreName)?.categories?.find((category) => category.value === value)
        ?.label ?? null,
    [schemas],
  );
}
