import { Link } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { ValueKind } from "../dashboard/charts.ts";
import type { DrawnLine } from "../dashboard/series.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import styles from "./dashboards.module.css";

export function BarList({
  lines,
  kind,
  bounds,
  projectId,
  nameOf,
  logOf,
}: {
  readonly lines: readonly DrawnLine[];
  readonly kind: ValueKind;
  /** Bounds of the bars. Default: from 0 to the largest value. */
  readonly bounds?: readonly [low: number, high: number] | null | undefined;
  readonly projectId: string;
  readonly nameOf: (line: DrawnLine) => string;
  readonly logOf: (line: DrawnLine) => { readonly resource: LogResource; readonly search: LogSearch };
}) {
  const formats = useFormats();
  const [least, most] = bounds ?? [0, Math.max(...lines.map(({ total }) => total ?? 0))];
  return (
    <ul className={styles.bars}>
      {lines.map((line) => {
        const name = nameOf(line);
        const share = most > least ? Math.max(((line.total ?? least) - least) / (most - least), 0) : 0;
        const bar = (
          <>
            <span className={styles.barName} title={visibleString(name)}>
              <VisibleText text={name} />
            </span>
            <span className={styles.barTrack}>
              <span className={styles.bar} style={{ width: `${share * 100}%` }} />
            </span>
            <span className={styles.barValue}>{formatValue(formats, kind, line.total)}</span>
          </>
        );
        if (line.isOther || line.group === null) {
          return (
            <li key={name} className={styles.barRow}>
              {bar}
            </li>
          );
        }
        const { resource, search } = logOf(line);
        return (
          <li key={name}>
            <Link
              className={styles.barRow}
              to="/projects/$projectId/logs/$resource"
              params={{ projectId, resource }}
              search={search}
              preload={false}
            >
              {bar}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
