import { Link } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import dashboardStyles from "../dashboard/dashboard.module.css";
import type { DrawnLine } from "../dashboard/series.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import styles from "./dashboards.module.css";
import { metricCatalog } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";
import { useWidgetNames } from "./widget-names.ts";

/** One row per group and one column per metric, for the whole period. */
export function GroupTable({
  widget: { metrics, groupBy },
  lines,
  projectId,
  nameOf,
  logOf,
}: {
  readonly widget: Pick<Widget, "metrics" | "groupBy">;
  readonly lines: readonly DrawnLine[];
  readonly projectId: string;
  readonly nameOf: (line: DrawnLine) => string;
  readonly logOf: (line: DrawnLine) => { readonly resource: LogResource; readonly search: LogSearch };
}) {
  const formats = useFormats();
  const names = useWidgetNames();
  const rows = Map.groupBy(lines, ({ group, isOther }) => JSON.stringify([group, isOther]));
  return (
    <div className={styles.tableBox} role="region" aria-label={names.title({ metrics, groupBy })} tabIndex={0}>
      <table className={dashboardStyles.table}>
        <thead>
          <tr>
            <th scope="col">{groupBy && names.dimension(groupBy)}</th>
            {metrics.map((metric) => (
              <th key={metric} scope="col">
                {names.metric(metric)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([key, cells]) => (
            <tr key={key}>
              <th scope="row">{cells[0] && <VisibleText text={nameOf(cells[0])} />}</th>
              {metrics.map((metric) => {
                const line = cells.find(({ definition }) => definition.metric === metric);
                const text = formatValue(formats, metricCatalog[metric].kind, line?.total);
                const isLinked = line !== undefined && !line.isOther && line.group !== null && Boolean(line.total);
                return (
                  <td key={metric}>
                    {isLinked ? <LogLink {...logOf(line)} projectId={projectId} text={text} /> : text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LogLink({
  resource,
  search,
  projectId,
  text,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly projectId: string;
  readonly text: string;
}) {
  return (
    <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource }} search={search} preload={false}>
      {text}
    </Link>
  );
}
