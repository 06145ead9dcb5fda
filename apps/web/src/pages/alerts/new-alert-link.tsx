import { Link, useParams } from "@tanstack/react-router";
import { BellPlus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useDashboardText } from "../dashboard/messages.ts";

/** Link from a chart to a new alert on its metric, for people who may create one. */
export function NewAlertLink({
  title,
  metric,
  query = null,
}: {
  /** Title of the chart. */
  readonly title: string;
  readonly metric: TimeSeriesMetric;
  /** Query that selects the records of the chart. */
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
