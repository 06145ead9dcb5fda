import type { Analysis, TimeSeriesDimension, TimeSeriesMetric } from "./analytics.ts";
import type { Maybe } from "./json.ts";

/** Display of a widget's metrics: over time, by group, or as a single value. */
export type WidgetChart = "line" | "area" | "bar" | "table" | "number" | "heatMap";

/**
 * A chart of a dashboard, and its position in a grid of 12 columns. `getTimeSeries` returns the values of the chart.
 */
export interface NewWidget {
  /** Title, at most 255 characters. Default: empty. */
  title?: Maybe<string>;
  chart: WidgetChart;
  /**
   * 1 to 8 metrics. A `table` can have several metrics. A `line` or `area` can have several metrics if there is no
   * `groupBy`, and these metrics must have the same unit. Any other widget has one metric.
   */
  metrics: TimeSeriesMetric[];
  /** Required for a `heatMap`; not allowed for a `number`. */
  groupBy?: Maybe<TimeSeriesDimension>;
  /** Maximum number of groups, 1 to 50. Default: 8. */
  groupLimit?: Maybe<number>;
  /** List whose records are counted, as in `getTimeSeries`. Required with a `query`. */
  resource?: Maybe<Analysis["resource"]>;
  /** Query that selects records of `resource`, such as `model:gpt-4o`. Default: all. */
  query?: Maybe<string>;
  /** First column, from 0 to 11. */
  column: number;
  /** First row, from 0 to 999. */
  row: number;
  /** Number of columns, 2 to 12. */
  width: number;
  /** Number of rows, 2 to 24. */
  height: number;
}

export interface NewDashboard {
  /** Name, 1 to 255 characters. Need not be unique. */
  name: string;
  /** At most 1,000 characters. */
  description?: Maybe<string>;
  /** Charts, at most 40. Default: none. */
  widgets?: Maybe<NewWidget[]>;
}

export interface Widget extends NewWidget {
  title: string;
  groupBy: TimeSeriesDimension | null;
  groupLimit: number;
  resource: Analysis["resource"] | null;
  query: string | null;
}

/** A dashboard of a project. */
export interface Dashboard {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  description: string | null;
  widgets: Widget[];
  /** Id of the account or API key that created the dashboard; null on a service without login. */
  authorId: string | null;
  /**
   * Current name of the author. For a former member, the name at the time of creation. Null on a service without login.
   */
  authorName: string | null;
}
