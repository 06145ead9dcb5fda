import { useOperation } from "../../../api/use-request.ts";
import { recordFacets } from "../../../generated/analytics.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";

/** A label that scores of a name have. */
export interface ScoreChoice {
  readonly label: string;
  /** Value of the label in the schema of the name; null for a label that occurs only in scores. */
  readonly value: number | null;
}

export interface ScoreChoices {
  readonly labels: readonly ScoreChoice[];
  /** Bounds of numbers in the schema; null without a limit. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** Maximum number of labels without a schema. */
const limit = 50;

/** Returns the labels of a score: the categories of its schema, and then other labels that its scores have. */
export function useScoreChoices(name: string, enabled: boolean): ScoreChoices {
  const schemas = useOperation(scoreSchemaList, {}, { enabled });
  const filters = [{ field: "name", operator: "eq" as const, value: name }];
  const facets = useOperation(
    recordFacets,
    { resource: "scores", filters, fields: [{ field: "label" }], limit },
    { enabled: enabled && name !== "" },
  );
  const schema = enabled ? schemas.data?.scoreSchemas.find((each) => each.name === name) : undefined;
  const categories = schema?.categories ?? [];
  const recorded = enabled ? (facets.data?.facets.facets[0]?.values ?? []) : [];
  const others = recorded.filter(({ value }) => !categories.some(({ label }) => label === value));
  return {
    labels: [...categories, ...others.map(({ value }) => ({ label: value, value: null }))],
    minimum: schema?.minimum ?? null,
    maximum: schema?.maximum ?? null,
  };
}
