import type { AnalyzedResource, TimeSeriesDimension, TimeSeriesMetric } from "./analytics.ts";

export type WidgetChart = "line" | "area" | "bar" | "table" | "number" | "heatMap";

/** A chart of a dashboard, and its place in the grid of 12 columns. */
export interface WidgetRecord {
  readonly title: string;
  readonly chart: WidgetChart;
  readonly metrics: readonly TimeSeriesMetric[];
  readonly groupBy: TimeSeriesDimension | null;
  readonly groupLimit: number;
  /** Kind of the records to count. `query` is in the search syntax of this kind. Null: all records. */
  readonly resource: AnalyzedResource | null;
  readonly query: string | null;
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** Times are epoch milliseconds. */
export interface DashboardRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly description: string | null;
  readonly widgets: readonly WidgetRecord[];
  /** Id of the account or API key of the author, which may have been deleted. Null if the service had no sign-in. */
  readonly authorId: string | null;
  /** Name of the author when the dashboard was created. */
  readonly authorName: string | null;
}

export interface DashboardStore {
  /** Returns all dashboards of the project, by name. */
  all(projectId: string): Promise<DashboardRecord[]>;
  get(projectId: string, id: string): Promise<DashboardRecord | null>;
  /** Rejects with a {@link ConflictError} if the project has `limit` dashboards. */
  create(projectId: string, dashboard: DashboardRecord, limit: number): Promise<DashboardRecord>;
  /** Replaces the record with this id. Resolves to null if not found. */
  replace(projectId: string, dashboard: DashboardRecord): Promise<DashboardRecord | null>;
  delete(projectId: string, id: string): Promise<DashboardRecord | null>;
}
