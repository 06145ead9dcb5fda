import { useFormats } from "../../messages/formats.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import { metricCatalog } from "../dashboards/metric-catalog.ts";
import { isRate, type Measured } from "./alert-draft.ts";

/** Returns a formatter for values of the alert. It uses the unit of the metric, or percent for rates. */
export function useAlertValue(alert: Measured): (value: number | null) => string {
  const formats = useFormats();
  const { kind, metric } = alert;
  return (value) => {
    if (value === null) return "–";
    if (kind === "ABSENCE") return formats.number(value);
    if (kind === "INCREASE" || kind === "DECREASE") return formats.percent(value / 100);
    if (isRate(alert)) return formats.percent(value);
    return formatValue(formats, metricCatalog[metric].kind, value);
  };
}
