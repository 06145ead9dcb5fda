import { costOf } from "../cost-of.ts";
import type { StoredGeneration, StoredStep } from "../merge-step.ts";
import type { GenerationCost } from "../prices.ts";
import { ProjectPrices } from "../project-prices.ts";
import { ShippedPrices } from "../shipped-prices.ts";
import { usageOf } from "../token-usage.ts";
import type { Database } from "./database.ts";
import { modelPriceCodec } from "./model-price-codec.ts";
import { Table } from "./table.ts";

/** Costs are stored as whole billionths of a US dollar, so that sums are exact and what was added can be taken out. */
export const nanoDollars = 1e9;

/** The columns of a cost. */
export interface CostColumns {
  readonly cost: number | null;
  readonly costDetails: string | null;
}

const noCost: CostColumns = { cost: null, costDetails: null };

/** Tells what generations cost: by the project's prices, else by the shipped ones. */
export class GenerationCosts {
  readonly #table: Table<Parameters<typeof modelPriceCodec.toParameters>[0]>;
  readonly #projects = new Map<number, ProjectPrices>();
  #shipped: ShippedPrices | undefined;
  #loading: Promise<void> | undefined;

  constructor(database: Database) {
    this.#table = new Table(database, "modelPrices", modelPriceCodec);
  }

  get isReady(): boolean {
    return this.#shipped !== undefined;
  }

  /** Loads the shipped prices, which the first generation needs. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Tells that the prices of a project have changed. */
  forget(project: number): void {
    this.#projects.delete(project);
  }

  of(project: number, { generation, startTime, createdAt }: StoredStep): CostColumns {
    return generation === null ? noCost : this.price(project, generation, startTime ?? createdAt);
  }

  price(project: number, generation: StoredGeneration, time: number): CostColumns {
    const { provider, model } = generation;
    if (model === null) return noCost;
    const rates =
      this.#pricesOf(project).find(provider, model, time) ?? this.#shipped?.find(provider, model, time) ?? null;
    const details = rates && costOf(usageOf(generation), rates);
    if (details === null) return noCost;
    return { cost: Math.round(details.total * nanoDollars), costDetails: JSON.stringify(details) };
  }

  async #load(): Promise<void> {
    this.#shipped = await ShippedPrices.load();
  }

  #pricesOf(project: number): ProjectPrices {
    const known = this.#projects.get(project);
    if (known !== undefined) return known;
    const prices = new ProjectPrices(this.#table.all("project = ? ORDER BY createdAt DESC, key DESC", project));
    this.#projects.set(project, prices);
    return prices;
  }
}

/** The cost as the columns hold it. */
export function toGenerationCost(costDetails: unknown): GenerationCost | null {
  return typeof costDetails === "string" ? (JSON.parse(costDetails) as GenerationCost) : null; // what `price` wrote
}
