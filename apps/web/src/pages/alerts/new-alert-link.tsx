import { Link, useParams } from "@tanstack/react-router";
import { BellPlus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useDashboardText } from "../dashboard/messages.ts";

/**
 * Link from a chart to the form for a new alert on the chart's metric. Hidden without the permission to create alerts.
 */
export function NewAlertLink({
  title,
  metric,
  query = null,
}: {
  readonly title: string;
  readonly metric: TimeSeriesMetric;
  readonly query?: string | null;
}) {
  const t = useDashboardText();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: "/projects/$projectId" });
  if (!mayWrite) return null;
  const label = visibleString(`${title}: ${t("createAlert")}`);
  return (
    <Link
      className={buttonClass({ look: "plain", size: "small", isIcon: true })}
      to="/projects/$projectId/alerts/new"
      params={{ projectId }}
      search={{ metric, ...(query !== null && { query }) }}
      aria-label={label}
      title={label}
    >
      <BellPlus size={14} aria-hidden />
    </Link>
  );
}
