import { type CostColumns, costOfGeneration, noCost, type PriceSources } from "../generation-cost.ts";
import type { StoredGeneration, StoredStep } from "../merge-step.ts";
import { modelPriceCodec } from "../model-price-codec.ts";
import { ProjectPrices } from "../project-prices.ts";
import { ShippedPrices } from "../shipped-prices.ts";
import type { Database } from "./database.ts";
import { Table } from "./table.ts";

/** Tells what generations cost: by the project's prices, else by the shipped ones. */
export class GenerationCosts {
  readonly #table: Table<Parameters<typeof modelPriceCodec.toParameters>[0]>;
  readonly #projects = new Map<number, PriceSources>();
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
    return generation.model === null ? noCost : costOfGeneration(this.#pricesOf(project), generation, time);
  }

  async #load(): Promise<void> {
    this.#shipped = await ShippedPrices.load();
    this.#projects.clear();
  }

  #pricesOf(project: number): PriceSources {
    const known = this.#projects.get(project);
    if (known !== undefined) return known;
    const prices = {
      project: new ProjectPrices(this.#table.all("project = ? ORDER BY createdAt DESC, key DESC", project)),
      shipped: this.#shipped,
    };
    this.#projects.set(project, prices);
    return prices;
  }
}
