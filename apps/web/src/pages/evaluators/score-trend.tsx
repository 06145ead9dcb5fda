import { useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { dashboardSeries } from "../../generated/dashboard.ts";
import { useFormats } from "../../messages/formats.ts";
import { Sparkline } from "../dashboard/sparkline.tsx";
import styles from "./score-trend.module.css";

const days = 7;
const dayMs = 86_400_000;

/** Average of an evaluator version's scores in the last seven days, with its course. */
export function ScoreTrend({ versionId }: { readonly versionId: string }) {
  const formats = useFormats();
  const [from] = useState(() => new Date(Date.now() - days * dayMs).toISOString());
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
