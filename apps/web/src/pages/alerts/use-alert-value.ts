import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import { metricCatalog } from "../dashboards/metric-catalog.ts";

type Measured = Pick<AlertFieldsFragment, "kind" | "metric"> & { readonly perRecord?: boolean | null | undefined };

/** Returns a formatter for values of the alert. It uses the unit of the metric, or percent for rates. */
export function useAlertValue({ kind, metric, perRecord }: Measured): (value: number | null) => string {
  const formats = useFormats();
  return (value) => {
    if (value === null) return "–";
    if (kind === "ABSENCE") return formats.number(value);
    if (kind === "INCREASE" || kind === "DECREASE") return formats.percent(value / 100);
    if (perRecord === true && (metric === "errorCount" || metric === "generationErrorCount")) {
      return formats.percent(value);
    }
    return formatValue(formats, metricCatalog[metric].kind, value);
  };
}
