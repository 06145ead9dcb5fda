import { useOperation } from "../../api/use-request.ts";
import { dashboardSeries } from "../../generated/dashboard.ts";
import { useFormats } from "../../messages/formats.ts";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { Sparkline } from "../dashboard/sparkline.tsx";
import styles from "./score-trend.module.css";

const days = 7;

/** Average of an evaluator version's scores in the last seven days, with a sparkline. */
export function ScoreTrend({ versionId }: { readonly versionId: string }) {
  const formats = useFormats();
  const from = useDaysAgo(days);
  const { data } = useOperation(dashboardSeries, {
    metrics: ["scoreAverage"],
    from,
    maxPoints: days * 4,
    resource: "scores",
    filters: [{ field: "evaluatorVersionId", operator: "eq", value: versionId }],
  });
  const [line] = data?.timeSeries.lines ?? [];
  return (
    <span className={styles.trend}>
      {formats.number(line?.total)}
      {line && <Sparkline values={line.values} />}
    </span>
  );
}
