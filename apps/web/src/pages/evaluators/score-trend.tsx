import { useEach } from "../../api/use-each.ts";
import { evaluatorTrend, type EvaluatorTrendQuery } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { Sparkline } from "../dashboard/sparkline.tsx";
import type { ScoreSource } from "./score-charts.tsx";
import styles from "./score-trend.module.css";

const days = 7;

type Line = EvaluatorTrendQuery["timeSeries"]["lines"][number];

/** Reads the scores of evaluator versions or of rules in the last seven days. Returns them by the ids. */
export function useScoreTrends(
  field: ScoreSource["field"],
  sourceIds: readonly string[],
): ReadonlyMap<string, Line | undefined> {
  const from = useDaysAgo(days);
  const ids = [...new Set(sourceIds)];
  const trends = useEach(
    evaluatorTrend,
    ids.map((value) => ({
      from,
      maxPoints: days * 4,
      filters: [{ field, operator: "eq" as const, value }],
    })),
  );
  return new Map(ids.map((id, index) => [id, trends.data[index]?.timeSeries.lines[0]]));
}

/** Shows the average of a score as its charts do: as a percentage, if the values of the score are 0 and 1. */
export function ScoreTrend({ name, line }: { readonly name: string | undefined; readonly line: Line | undefined }) {
  const formats = useFormats();
  const scaleOf = useScoreScale();
  const values = [...(line?.values ?? []), line?.total ?? null].filter((value) => value !== null);
  return (
    <span className={styles.trend}>
      {formatValue(formats, name === undefined ? "number" : scaleOf(name, values).kind, line?.total)}
      {line && <Sparkline values={line.values} />}
    </span>
  );
}
