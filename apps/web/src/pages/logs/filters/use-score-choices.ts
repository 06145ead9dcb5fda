import { useOperation } from "../../../api/use-request.ts";
import { recordFacets } from "../../../generated/analytics.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";

/** A label that scores of a name have. */
export interface ScoreChoice {
  readonly label: string;
  /** Value of the label in the schema of the name; null for a label that occurs only in scores. */
  readonly value: number | null;
}

/** Bounds of numbers in the schema of a score; null without a limit. */
export interface ScoreBounds {
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export interface ScoreChoices extends ScoreBounds {
  readonly labels: readonly ScoreChoice[];
  readonly isLoading: boolean;
}

/** Maximum number of labels without a schema. */
const limit = 50;

/**
 * Returns the labels of a score: the categories of its schema, and then other labels that its scores have. Without a
 * name, returns the labels of all scores.
 */
export function useScoreChoices(name: string, enabled: boolean): ScoreChoices {
  const schemas = useOperation(scoreSchemaList, {}, { enabled });
  const filters = name === "" ? [] : [{ field: "name", operator: "eq" as const, value: name }];
  const facets = useOperation(
    recordFacets,
    { resource: "scores", filters, fields: [{ field: "label" }], limit },
    { enabled },
  );
  const schema = enabled ? schemas.data?.scoreSchemas.find((each) => each.name === name) : undefined;
  const categories = schema?.categories ?? [];
  const recorded = enabled ? (facets.data?.facets.facets[0]?.values ?? []) : [];
  const others = recorded.filter(({ value }) => !categories.some(({ label }) => label === value));
  return {
    labels: [...categories, ...others.map(({ value }) => ({ label: value, value: null }))],
    minimum: schema?.minimum ?? null,
    maximum: schema?.maximum ?? null,
    isLoading: schemas.isLoading || facets.isLoading,
  };
}
