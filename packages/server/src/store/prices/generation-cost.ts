import type { StoredGeneration, StoredStep } from "../ingest/stored-step.ts";
import type { GenerationCost } from "../prices.ts";
import { costOf, usageOf } from "./cost-of.ts";
import type { ProjectPrices } from "./project-prices.ts";
import type { ShippedPrices } from "./shipped-prices.ts";

/** Costs are stored as whole billionths of a US dollar, so that totals and subtraction are exact. */
export const nanoDollars = 1e9;

/** SQL expression for a stored cost in US dollars. */
export function dollarsOf(cost: string): string {
  return `(${cost} / 1e9)`;
}

export interface CostColumns {
  readonly cost: number | null;
  readonly costDetails: string | null;
}

export interface PriceSources {
  readonly project: ProjectPrices;
  readonly shipped: ShippedPrices | undefined;
}

export const noCost: CostColumns = { cost: null, costDetails: null };

export function costOfStep(prices: PriceSources, { generation, startTime, createdAt }: StoredStep): CostColumns {
  return generation === null ? noCost : costOfGeneration(prices, generation, startTime ?? createdAt);
}

export function costOfGeneration(
  prices: PriceSources,
  generation: Pick<StoredGeneration, "provider" | "model"> & Parameters<typeof usageOf>[0],
  time: number,
): CostColumns {
  const { provider, model } = generation;
  if (model === null) return noCost;
  const rates = prices.project.find(provider, model, time) ?? prices.shipped?.find(provider, model, time) ?? null;
  const details = rates && costOf(usageOf(generation), rates);
  if (details === null) return noCost;
  return { cost: Math.round(details.total * nanoDollars), costDetails: JSON.stringify(details) };
}

/** Parses the cost stored with a generation; null without one. */
export function toGenerationCost(costDetails: unknown): GenerationCost | null {
  return typeof costDetails === "string" ? (JSON.parse(costDetails) as GenerationCost) : null; // stored by `costOfGeneration`
}
