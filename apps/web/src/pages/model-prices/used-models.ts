import type { ModelUsesQuery } from "../../generated/model-prices.ts";

/** Usage of a model by the project. Cost is in US dollars, and null if the model has no price. */
export interface UsedModel {
  readonly model: string;
  readonly generationCount: number;
  readonly tokenCount: number;
  readonly cost: number | null;
  /** Whether the model used tokens but has no cost, because no price matches the model. */
  readonly isUnpriced: boolean;
}

type Lines = ModelUsesQuery["timeSeries"]["lines"];

/** Returns the usage of each model. Models without a price come first, then the most expensive ones. */
export function usedModels(lines: Lines): UsedModel[] {
  const totalOf = (metric: Lines[number]["metric"], model: string): number | null =>
    lines.find((line) => line.metric === metric && line.group === model)?.total ?? null;
  const models = [...new Set(lines.flatMap(({ group }) => group ?? []))];
  return models
    .map((model) => {
      const tokenCount = totalOf("tokenCount", model) ?? 0;
      const cost = totalOf("cost", model);
      const generationCount = totalOf("generationCount", model) ?? 0;
      return { model, generationCount, tokenCount, cost, isUnpriced: cost === null && tokenCount > 0 };
    })
    .toSorted(
      (one, other) =>
        Number(other.isUnpriced) - Number(one.isUnpriced) ||
        (other.cost ?? 0) - (one.cost ?? 0) ||
        other.tokenCount - one.tokenCount,
    );
}
