import type { Fragment } from "./condition.ts";
import type { Parameter } from "./database.ts";
import type { Cell, CellPlace, RollupCells } from "./rollup-cells.ts";
import { levels } from "./rollups.ts";
import type { SeriesPlan } from "./series-plan.ts";

/** Which sums a series is made of. */
export interface SeriesSourcesOptions {
  readonly project: number;
  readonly plan: SeriesPlan;
  readonly pending: RollupCells;
  readonly dimension: number;
  /** As the rollups hold it; undefined for every environment. */
  readonly environment: string | undefined;
}

/** The sums behind a series: the stored ones, and those that stand in no stored sum. */
export class SeriesSources {
  readonly #options: SeriesSourcesOptions;

  constructor(options: SeriesSourcesOptions) {
    this.#options = options;
  }

  /** The bucket of a row of `rollups`. */
  get place(): Fragment {
    const { from, length } = this.#options.plan.buckets;
    return { sql: "CAST((bucket - ?) / ? AS INTEGER)", parameters: [from / 60_000, length / 60_000] };
  }

  placeOf({ bucket }: CellPlace): number {
    const { from, length } = this.#options.plan.buckets;
    return Math.floor((bucket * 60_000 - from) / length);
  }

  /** The conditions on the rows of `rollups`. */
  get stored(): Fragment[] {
    const { project, dimension, environment, plan } = this.#options;
    const own = `project = ? AND level = ? AND dimension = ?${environment === undefined ? "" : " AND environment = ?"}`;
    const within = `${own} AND bucket >= ? AND bucket < ?`;
    const parameters = (level: number, ...range: number[]): Parameter[] => {
      const place = [project, level, dimension];
      return environment === undefined ? [...place, ...range] : [...place, environment, ...range];
    };
    const { hours, splitHours, minutes } = plan;
    const ofMinutes = minutes.map(({ from, to }) => ({ sql: within, parameters: parameters(levels.minute, from, to) }));
    if (hours === undefined) return ofMinutes;
    const ofHours = parameters(levels.hour, hours.from, hours.to);
    if (splitHours.length === 0) return [{ sql: within, parameters: ofHours }, ...ofMinutes];
    const whole = `${within} AND bucket NOT IN (SELECT value FROM json_each(?))`;
    return [{ sql: whole, parameters: [...ofHours, JSON.stringify(splitHours)] }, ...ofMinutes];
  }

  /** Counted ranges, and what is pending outside of them. */
  *loose(): Generator<{ readonly place: CellPlace; readonly cell: Cell }> {
    const { plan, pending, dimension, environment } = this.#options;
    const { from, length, count } = plan.buckets;
    const [start, end] = [from / 60_000, (from + length * count) / 60_000];
    const isWanted = ({ bucket, ...place }: CellPlace): boolean =>
      place.dimension === dimension &&
      (environment === undefined || place.environment === environment) &&
      bucket >= start &&
      bucket < end;
    for (const { cells } of plan.counted) for (const entry of cells) if (isWanted(entry.place)) yield entry;
    const isCounted = (bucket: number): boolean =>
      plan.counted.some((range) => bucket >= range.from && bucket < range.to);
    for (const entry of pending) if (isWanted(entry.place) && !isCounted(entry.place.bucket)) yield entry;
  }
}
