import type { PriceSources } from "../generation-cost.ts";
import { modelPriceCodec } from "../model-price-codec.ts";
import { PricePatterns } from "../price-patterns.ts";
import type { ModelPriceRecord } from "../prices.ts";
import { ProjectPrices } from "../project-prices.ts";
import { ShippedPrices } from "../shipped-prices.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

export const modelPrices: Table<ModelPriceRecord> = new Table("model_prices", modelPriceCodec);
/** Of two prices the newer one goes first. */
export const newestFirst = "TRUE ORDER BY created_at DESC, key DESC";

interface KnownPrices {
  readonly version: number;
  readonly prices: PriceSources;
}

/** Knows the prices by which generations cost. */
export class GenerationCosts {
  readonly patterns: PricePatterns = new PricePatterns();
  readonly #projects = new Map<number, KnownPrices>();
  #shipped: Promise<ShippedPrices> | undefined;

  /**
   * The prices of a project, which nobody changes until the transaction ends: so the work that follows a change meets
   * every generation that was stored by the prices before. The models to be priced are matched first:
   * `prices.project.match`.
   */
  async hold(session: Session, project: number): Promise<PriceSources> {
    const sql = "SELECT threadline_hold_prices(?) AS version";
    const version = (await session.get<{ version: number }>(sql, project))?.version ?? 0;
    const known = this.#projects.get(project);
    if (known?.version === version) return known.prices;
    this.#shipped ??= ShippedPrices.load();
    const own = version === 0 ? [] : await modelPrices.all(session, project, newestFirst);
    const prices = { project: new ProjectPrices(project, own, this.patterns), shipped: await this.#shipped };
    this.#projects.set(project, { version, prices });
    return prices;
  }
}
