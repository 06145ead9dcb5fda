import { Link } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ChangeBadge } from "../dashboard/change-badge.tsx";
import type { ValueKind } from "../dashboard/charts.ts";
import type { DrawnLine, TimeSeries } from "../dashboard/series.ts";
import { metricDirection } from "../dashboard/metric-direction.ts";
import { Sparkline } from "../dashboard/sparkline.tsx";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import styles from "./dashboards.module.css";

interface NumberProps {
  readonly before: TimeSeries | undefined;
  readonly projectId: string;
  readonly logOf: (line: DrawnLine) => { readonly resource: LogResource; readonly search: LogSearch };
}

export function NumberTile({
  line,
  kind,
  ...shared
}: NumberProps & { readonly line: DrawnLine; readonly kind: ValueKind }) {
  return (
    <div className={styles.number}>
      <p>
        <Figure {...shared} line={line} kind={kind} isExplained />
      </p>
      <Sparkline values={line.values} />
    </div>
  );
}

export function ScoreTile({
  lines,
  nameOf,
  ...shared
}: NumberProps & { readonly lines: readonly DrawnLine[]; readonly nameOf: (line: DrawnLine) => string }) {
  const scaleOf = useScoreScale();
  // Omits the group "Other", because it mixes scores with different scales.
  const shown = lines.filter(({ isOther }) => !isOther);
  const kindOf = ({ group, values, total }: DrawnLine): ValueKind =>
    scaleOf(
      group ?? "",
      [...values, total].filter((value) => value !== null),
    ).kind;
  const [only, ...others] = shown;
  if (only !== undefined && others.length === 0) return <NumberTile {...shared} line={only} kind={kindOf(only)} />;
  return (
    <ul className={styles.numbers}>
      {shown.map((line) => (
        <li key={line.group}>
          <span>
            <VisibleText text={nameOf(line)} />
          </span>
          <Figure {...shared} line={line} kind={kindOf(line)} />
        </li>
      ))}
    </ul>
  );
}

function Figure({
  line,
  kind,
  before,
  projectId,
  logOf,
  isExplained = false,
}: NumberProps & { readonly line: DrawnLine; readonly kind: ValueKind; readonly isExplained?: boolean }) {
  const formats = useFormats();
  const directionOf = useScoreDirection();
  const { metric } = line.definition;
  const isOneScore = metric === "scoreAverage" && line.group !== null;
  const direction = isOneScore ? directionOf(line.group) : metricDirection(metric);
  const earlier = before?.lines.find((each) => each.metric === metric && each.group === line.group)?.total ?? null;
  const { resource, search } = logOf(line);
  return (
    <>
      <Link
        className={styles.figure}
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource }}
        search={search}
        preload={false}
      >
        {formatValue(formats, kind, line.total)}
      </Link>
      <ChangeBadge value={line.total} before={earlier} direction={direction} isExplained={isExplained} />
    </>
  );
}
