import type { PriceSources } from "../generation-cost.ts";
import { PricePatterns } from "../price-patterns.ts";
import { ProjectPrices } from "../project-prices.ts";
import { listPrices } from "../../resources/prices.ts";
import { ShippedPrices } from "../shipped-prices.ts";
import type { Session } from "../../session/postgres/session.ts";

interface KnownPrices {
  readonly version: number;
  readonly prices: PriceSources;
}

export class GenerationCosts {
  readonly patterns: PricePatterns = new PricePatterns();
  readonly #projects = new Map<number, KnownPrices>();
  #shipped: Promise<ShippedPrices> | undefined;

  /**
   * Returns the prices of a project, and locks them until the end of the transaction, so that they cannot change before
   * the computed costs are stored. Before you compute costs, pass the models to `prices.project.match`. Otherwise, no
   * project price is found for them.
   */
  async hold(session: Session, project: number): Promise<PriceSources> {
    const sql = "SELECT threadline_hold_prices(?) AS version";
    const version = (await session.get<{ version: number }>(sql, project))?.version ?? 0;
    const known = this.#projects.get(project);
    if (known?.version === version) return known.prices;
    this.#shipped ??= ShippedPrices.load();
    const own = version === 0 ? [] : await listPrices(session, project);
    const prices = { project: new ProjectPrices(project, own, this.patterns), shipped: await this.#shipped };
    this.#projects.set(project, { version, prices });
    return prices;
  }
}
