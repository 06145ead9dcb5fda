import type { TimeSeriesQuery } from "../analytics.ts";
import type { RollupCells } from "../rollup-cells.ts";
import { completeSeries, draftSeries, planByHours, type SeriesPlan } from "../series-plan.ts";
import type { Rollups } from "./rollups.ts";

/** Finds the sources of a series. Inside a read transaction. */
export function planSeries(rollups: Rollups, project: number, query: TimeSeriesQuery): SeriesPlan {
  const draft = draftSeries(query, rollups.minutesFrom);
  const counted: RollupCells[] = [];
  for (const { from, to } of draft.uncounted) {
    const cells = rollups.recount(project, from, to, draft.limit);
    if (cells === undefined) return planByHours(query);
    counted.push(cells);
  }
  return completeSeries(draft, counted);
}
