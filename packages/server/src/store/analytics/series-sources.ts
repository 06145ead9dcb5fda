import { type Cell, type CellPlace, type RollupCells, levels } from "../rollups/rollup-cells.ts";
import { type MinuteRange, type SeriesPlan, wholeMinutes } from "./series-plan.ts";

export interface SeriesSourcesOptions {
  readonly project: number;
  readonly plan: SeriesPlan;
  readonly pending: RollupCells;
  readonly dimension: number;
  /** Environment to count, encoded by `encodeText`; undefined for all environments. */
  readonly environment: string | undefined;
  /** Environments not to count, encoded by `encodeText`. */
  readonly exceptEnvironments: readonly string[];
  /** Values of the dimension to count, encoded by `encodeText`; undefined for all values. */
  readonly values: readonly string[] | undefined;
}

export interface StoredRange extends MinuteRange {
  readonly level: number;
  /** Hours in the range to leave out, because their minutes are read separately. */
  readonly except: readonly number[];
}

export function storedRanges({ hours, splitHours, minutes }: SeriesPlan): StoredRange[] {
  const ofMinutes = minutes.map((range) => ({ ...range, level: levels.minute, except: [] }));
  return hours === undefined ? ofMinutes : [{ ...hours, level: levels.hour, except: splitHours }, ...ofMinutes];
}

export function bucketPlace({ buckets: { from, length } }: SeriesPlan, { bucket }: Pick<CellPlace, "bucket">): number {
  return Math.floor((bucket * 60_000 - from) / length);
}

/**
 * Yields the totals that are not in the stored rollups: those in `plan.counted`, and those of `pending` records.
 * Pending records in the ranges of `plan.counted` are left out, because the counted totals already include them.
 */
export function* looseCells({
  plan,
  pending,
  dimension,
  environment,
  exceptEnvironments,
  values,
}: SeriesSourcesOptions): Generator<{ readonly place: CellPlace; readonly cell: Cell }> {
  const isWanted = (place: CellPlace): boolean =>
    place.dimension === dimension &&
    (environment === undefined || place.environment === environment) &&
    !exceptEnvironments.includes(place.environment) &&
    (values === undefined || values.includes(place.value));
  for (const { cells } of plan.counted) for (const entry of cells) if (isWanted(entry.place)) yield entry;
  // The records of incomplete minutes are counted, including pending ones.
  const { from, to } = wholeMinutes(plan.range);
  const isLoose = ({ bucket }: CellPlace): boolean =>
    bucket >= from && bucket < to && !plan.counted.some((range) => bucket >= range.from && bucket < range.to);
  for (const entry of pending) if (isLoose(entry.place) && isWanted(entry.place)) yield entry;
}
