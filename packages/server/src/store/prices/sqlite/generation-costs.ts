import { type CostColumns, costOfGeneration, noCost, type PriceSources } from "../generation-cost.ts";
import type { StoredGeneration, StoredStep } from "../../ingest/stored-step.ts";
import { PricePatterns } from "../price-patterns.ts";
import { ProjectPrices } from "../project-prices.ts";
import { modelPrices } from "../../schema/settings.ts";
import { ShippedPrices } from "../shipped-prices.ts";
import type { StepWrite } from "../../steps.ts";
import type { Database } from "../../session/sqlite/database.ts";

const selectModels = `
  SELECT DISTINCT g.model AS model FROM steps s JOIN generations g ON g.step = s.key
  WHERE s.project_id = ? AND s.id IN (SELECT value FROM json_each(?)) AND g.model IS NOT NULL`;

const selectPrices = "SELECT * FROM model_prices WHERE project_id = ? ORDER BY created_at DESC, key DESC";

/** Computes the costs of generations. Uses the built-in prices if no price of the project matches. */
export class GenerationCosts {
  readonly patterns: PricePatterns = new PricePatterns();
  /**
   * Called if a generation is stored, but its model was not compared with the project's prices by {@link prepare}. Such
   * a generation has no cost until the next repricing. The callback runs in the transaction that stores the generation.
   */
  onUnmatched: (project: number) => void = () => {};
  readonly #database: Database;
  readonly #projects = new Map<number, PriceSources>();
  #shipped: ShippedPrices | undefined;
  #loading: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /**
   * Prepares the costs of these writes: loads the built-in prices and matches models. Undefined if there is nothing to
   * prepare.
   */
  prepare(project: number, writes: readonly StepWrite[]): Promise<void> | undefined {
    const isLoaded = this.#shipped !== undefined || writes.every(({ generation }) => generation == null);
    if (isLoaded && this.#pricesOf(project).project.isEmpty) return undefined;
    return this.#prepare(project, writes, isLoaded);
  }

  async #prepare(project: number, writes: readonly StepWrite[], isLoaded: boolean): Promise<void> {
    if (!isLoaded) await this.load();
    const given = writes.flatMap(({ generation }) => generation?.model ?? []);
    const { project: prices } = this.#pricesOf(project);
    if (prices.isEmpty) return;
    const stored = this.#database.all<{ model: string }>(
      selectModels,
      project,
      JSON.stringify(writes.map(({ id }) => id)),
    );
    await prices.match([...given, ...stored.map(({ model }) => model)]);
  }

  match(project: number, models: Iterable<string>): Promise<void> {
    return this.#pricesOf(project).project.match(models);
  }

  knows(project: number, model: string): boolean {
    return this.#pricesOf(project).project.knows(model);
  }

  /** Invalidates the prices of a project. */
  forget(project: number): void {
    this.#projects.delete(project);
  }

  of(project: number, { generation, startTime, createdAt }: StoredStep): CostColumns {
    return generation === null ? noCost : this.price(project, generation, startTime ?? createdAt);
  }

  price(project: number, generation: StoredGeneration, time: number): CostColumns {
    if (generation.model === null) return noCost;
    if (!this.knows(project, generation.model)) {
      this.onUnmatched(project);
      return noCost;
    }
    return costOfGeneration(this.#pricesOf(project), generation, time);
  }

  async #load(): Promise<void> {
    this.#shipped = await ShippedPrices.load();
    this.#projects.clear();
  }

  #pricesOf(project: number): PriceSources {
    const known = this.#projects.get(project);
    if (known !== undefined) return known;
    const own = this.#database.all<object>(selectPrices, project).map(modelPrices.toRecord);
    const prices = { project: new ProjectPrices(project, own, this.patterns), shipped: this.#shipped };
    this.#projects.set(project, prices);
    return prices;
  }
}
