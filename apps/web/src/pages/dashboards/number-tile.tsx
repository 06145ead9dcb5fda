import { Link } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { ChangeBadge } from "../dashboard/change-badge.tsx";
import type { ValueKind } from "../dashboard/charts.ts";
import type { DrawnLine, TimeSeries } from "../dashboard/series.ts";
import { Sparkline } from "../dashboard/sparkline.tsx";
import { formatValue } from "../dashboard/use-value-formats.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import styles from "./dashboards.module.css";

/** Value for the whole period, its change from the previous period, and its trend. */
export function NumberTile({
  lines: [line],
  kind,
  before,
  projectId,
  logOf,
}: {
  readonly lines: readonly DrawnLine[];
  readonly kind: ValueKind;
  readonly before: TimeSeries | undefined;
  readonly projectId: string;
  readonly logOf: (line: DrawnLine) => { readonly resource: LogResource; readonly search: LogSearch };
}) {
  const formats = useFormats();
  if (line === undefined) return null;
  const { metric } = line.definition;
  const earlier = before?.lines.find((each) => each.metric === metric)?.total ?? null;
  const { resource, search } = logOf(line);
  return (
    <div className={styles.number}>
      <Link
        className={styles.figure}
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource }}
        search={search}
        preload={false}
      >
        {formatValue(formats, kind, line.total)}
      </Link>
      <ChangeBadge value={line.total} before={earlier} isBurden={isBurden(metric)} />
      <Sparkline values={line.values} />
    </div>
  );
}

/** Whether a higher value of the metric is worse. */
function isBurden(metric: string): boolean {
  return /^cost$|rrorCount$|P\d\d$/.test(metric);
}
