import { Link, type LinkProps } from "@tanstack/react-router";
import styles from "./dashboard.module.css";
import { useDashboardText } from "./messages.ts";
import type { DrawnLine } from "./series.ts";
import { markHiddenColumns } from "../../ui/mark-hidden-columns.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

export function ChartTable({
  starts,
  lines,
  nameOf,
  timeOf,
  formatValue,
  targetOf,
}: {
  readonly starts: readonly number[];
  readonly lines: readonly DrawnLine[];
  readonly nameOf: (line: DrawnLine) => string;
  readonly timeOf: (index: number) => string;
  readonly formatValue: (line: DrawnLine, index: number) => string;
  readonly targetOf: (index: number, line: DrawnLine) => Pick<LinkProps, "to" | "params" | "search">;
}) {
  const t = useDashboardText();
  return (
    <div ref={markHiddenColumns} className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("time")}</th>
            {lines.map((line) => (
              <th key={nameOf(line)} scope="col">
                <VisibleText text={nameOf(line)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts.map((start, index) => (
            <tr key={start}>
              <th scope="row">{timeOf(index)}</th>
              {lines.map((line) => {
                const value = line.values[index] ?? null;
                return (
                  <td key={nameOf(line)}>
                    {value === null || value === 0 ? (
                      formatValue(line, index)
                    ) : (
                      <Link {...targetOf(index, line)} preload={false}>
                        {formatValue(line, index)}
                      </Link>
                    )}
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
