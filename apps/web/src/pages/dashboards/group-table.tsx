import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { markHiddenColumns } from "../../ui/mark-hidden-columns.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import dashboardStyles from "../dashboard/dashboard.module.css";
import type { DrawnLine } from "../dashboard/series.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import styles from "./group-table.module.css";
import { type GroupColumn, groupColumns, groupRows, sortRows } from "./group-columns.ts";
import { useGroupTableText } from "./group-table-messages.ts";
import { LastFailureCell, LastFailures } from "./last-failures.tsx";
import { metricCatalog } from "./metric-catalog.ts";
import { SortHeader } from "./sort-header.tsx";
import type { Widget } from "./widget.ts";
import { useWidgetNames } from "./widget-names.ts";

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
  const t = useGroupTableText();
  const formats = useFormats();
  const names = useWidgetNames();
  const [sorted, setSorted] = useState<GroupColumn | null>(null);
  const columns = groupColumns(metrics);
  const rows = groupRows(lines);
  const failures = columns.includes("lastFailure") ? rows.flatMap(({ cells }) => failedLine(cells) ?? []) : [];
  const headerOf = (column: GroupColumn): string =>
    column === "errorRate" || column === "lastFailure" ? t(column) : names.metric(column);
  const linkTo = (line: DrawnLine | undefined, text: ReactNode): ReactNode =>
    line === undefined || line.isOther || line.group === null || !line.total ? (
      text
    ) : (
      <LogLink {...logOf(line)} projectId={projectId}>
        {text}
      </LogLink>
    );
  return (
    <LastFailures searches={failures.map((line) => logOf(line).search)}>
      {(found) => (
        <div
          ref={markHiddenColumns}
          className={styles.tableBox}
          role="region"
          aria-label={names.title({ metrics, groupBy })}
          tabIndex={0}
        >
          <table className={dashboardStyles.table}>
            <thead>
              <tr>
                <th scope="col">{groupBy && names.dimension(groupBy)}</th>
                {columns.map((column) => (
                  <SortHeader
                    key={column}
                    text={headerOf(column)}
                    isSorted={sorted === column}
                    onSort={
                      column === "lastFailure" ? null : () => setSorted((before) => (before === column ? null : column))
                    }
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {sortRows(rows, sorted).map(({ key, cells, errorRate }) => (
                <tr key={key}>
                  <th scope="row">
                    {cells[0] &&
                      linkTo(isCounted(cells[0]) ? cells[0] : undefined, <VisibleText text={nameOf(cells[0])} />)}
                  </th>
                  {columns.map((column) => {
                    if (column === "errorRate") {
                      return (
                        <td key={column} data-failing={(errorRate ?? 0) > 0 || undefined}>
                          {linkTo(failedLine(cells), formats.percent(errorRate))}
                        </td>
                      );
                    }
                    if (column === "lastFailure") {
                      const failed = failedLine(cells);
                      const failure = failed && found[failures.indexOf(failed)];
                      return (
                        <td key={column}>
                          <LastFailureCell failure={failure} projectId={projectId} />
                        </td>
                      );
                    }
                    const line = cells.find(({ definition }) => definition.metric === column);
                    return (
                      <td key={column}>
                        {linkTo(line, formatValue(formats, metricCatalog[column].kind, line?.total))}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </LastFailures>
  );
}

/** Whether a line counts all records of its group, and not only the failed ones. */
function isCounted({ definition }: DrawnLine): boolean {
  return definition.metric !== "errorCount" && definition.metric !== "generationErrorCount";
}

function failedLine(cells: readonly DrawnLine[]): DrawnLine | undefined {
  return cells.find((line) => !isCounted(line) && !line.isOther && line.group !== null && (line.total ?? 0) > 0);
}

function LogLink({
  resource,
  search,
  projectId,
  children,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly projectId: string;
  readonly children: ReactNode;
}) {
  return (
    <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource }} search={search} preload={false}>
      {children}
    </Link>
  );
}
