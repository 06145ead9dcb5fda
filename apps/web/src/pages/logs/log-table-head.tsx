import { ArrowDown, ArrowUp } from "lucide-react";
import { type ColumnName, orderColumn } from "./columns.ts";
import type { LogResource } from "./log-resource.ts";
import styles from "./log-table.module.css";
import { useLogsText } from "./messages.ts";

/** Column headers; those of sortable columns are buttons. */
export function LogTableHead({
  resource,
  columns,
  order,
  onOrder,
  isAllSelected,
  onSelectAll,
}: {
  readonly resource: LogResource;
  readonly columns: readonly ColumnName[];
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  readonly isAllSelected: boolean;
  readonly onSelectAll: (isAll: boolean) => void;
}) {
  const t = useLogsText();
  const [current, direction] = (order ?? "createdAt:DESC").split(":");
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" className={styles.check}>
          <input
            type="checkbox"
            aria-label={t("selectAll")}
            checked={isAllSelected}
            onChange={(event) => onSelectAll(event.currentTarget.checked)}
          />
        </div>
        {columns.map((name) => {
          const column = orderColumn(resource, name);
          const label = t(`column_${name}`);
          if (column === null) {
            return (
              <div key={name} role="columnheader" className={styles.cell} data-column={name}>
                {label}
              </div>
            );
          }
          const isCurrent = column === current;
          const isDescending = direction === "DESC";
          const next = isCurrent && isDescending ? "ASC" : "DESC";
          return (
            <div
              key={name}
              role="columnheader"
              className={styles.cell}
              data-column={name}
              aria-sort={isCurrent ? (isDescending ? "descending" : "ascending") : "none"}
            >
              <button
                type="button"
                className={styles.sort}
                title={t("sortBy", { name: label })}
                onClick={() => onOrder(column === "createdAt" && next === "DESC" ? undefined : `${column}:${next}`)}
              >
                {label}
                {isCurrent && (isDescending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
