import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { alertList, type AlertFieldsFragment } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { InlineError } from "../../ui/page-state.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useDashboardsText } from "../dashboards/messages.ts";
import { useWidgetNames } from "../dashboards/widget-names.ts";
import { Sparkline } from "../dashboard/sparkline.tsx";
import type { NewAlertSearch } from "./alert-search.ts";
import { isErrorCount } from "./alert-draft.ts";
import { AlertState } from "./alert-state.tsx";
import alertStyles from "./alerts.module.css";
import { useAlertsText } from "./messages.ts";
import { RecordsLink } from "./records-link.tsx";
import { AlertJudgeMarks } from "./alert-judges.tsx";
import { sinceCreation } from "./since-creation.ts";
import { SilenceMenu } from "./silence-menu.tsx";
import { useAlertTrends } from "./use-alert-trends.ts";
import { useAlertValue } from "./use-alert-value.ts";

const route = { from: "/projects/$projectId/alerts" } as const;

export function AlertsPage() {
  const t = useAlertsText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams(route);
  const { data, error, refetch } = useOperation(alertList, {});
  useLive("ALERT");
  return (
    <Page
      title={t("title")}
      note={data && formats.number(data.alerts.length)}
      actions={
        <>
          <Link className={buttonClass({ look: "normal" })} to="/projects/$projectId/channels" params={{ projectId }}>
            {t("channels")}
          </Link>
          {mayWrite && data && (
            <>
              <Link
                className={buttonClass({ look: "normal" })}
                to="/projects/$projectId/alerts/new"
                params={{ projectId }}
                search={{ budget: true }}
              >
                {t("addBudget")}
              </Link>
              <Link
                className={buttonClass({ look: "primary" })}
                to="/projects/$projectId/alerts/new"
                params={{ projectId }}
                search={{}}
              >
                <Plus size={16} aria-hidden />
                {t("add")}
              </Link>
            </>
          )}
        </>
      }
    >
      <RecordList
        records={data?.alerts}
        error={error}
        onRetry={() => void refetch()}
        empty={t("empty")}
        about={t("about")}
        first={mayWrite && <FirstAlerts projectId={projectId} />}
      >
        {(alerts) => <AlertTable alerts={alerts} />}
      </RecordList>
    </Page>
  );
}

function FirstAlerts({ projectId }: { readonly projectId: string }) {
  const t = useAlertsText();
  const starts: readonly { readonly label: string; readonly search: NewAlertSearch }[] = [
    { label: t("firstErrors"), search: { metric: "errorCount" } },
    { label: t("firstLatency"), search: { metric: "latencyP95" } },
    { label: t("firstBudget"), search: { budget: true } },
  ];
  return (
    <p className={alertStyles.starts}>
      {starts.map(({ label, search }) => (
        <Link
          key={label}
          className={buttonClass({})}
          to="/projects/$projectId/alerts/new"
          params={{ projectId }}
          search={search}
        >
          {label}
        </Link>
      ))}
    </p>
  );
}

function AlertTable({ alerts }: { readonly alerts: readonly AlertFieldsFragment[] }) {
  const t = useAlertsText();
  const mayWrite = usePermission("write");
  const sorted = alerts.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
  const { trends, error, refetch } = useAlertTrends(sorted);
  const columns = [
    { key: "name", label: t("name") },
    { key: "state", label: t("state") },
    { key: "since", label: t("since") },
    { key: "value", label: t("value"), isNumber: true },
    { key: "condition", label: t("condition") },
    { key: "trend", label: t("trend") },
    { key: "period", label: t("period") },
    ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <>
      {error && <InlineError error={error} onRetry={refetch} />}
      <Table label={t("title")} columns={columns} isStacked>
        {sorted.map((alert) => (
          <AlertRow key={alert.id} alert={alert} trend={trends.get(alert.id) ?? []} mayWrite={mayWrite} />
        ))}
      </Table>
    </>
  );
}

const states = ["FIRING", "PENDING", "NO_DATA", "OK"] as const;

/** Position of an alert in the list: firing ones come first, those that are off last. */
function urgencyOf({ isOn, state }: AlertFieldsFragment): number {
  return isOn ? states.indexOf(state) : states.length;
}

function AlertRow({
  alert,
  trend,
  mayWrite,
}: {
  readonly alert: AlertFieldsFragment;
  /** Recent values. Empty while they load, and if they were not requested or could not be loaded. */
  readonly trend: readonly (number | null)[];
  readonly mayWrite: boolean;
}) {
  const t = useAlertsText();
  const formats = useFormats();
  const names = useWidgetNames();
  const dashboards = useDashboardsText();
  const write = useAlertValue(alert);
  const { projectId } = useParams(route);
  const { silencedUntil, isOn, groupBy, kind, metric, perRecord } = alert;
  const stateSince = sinceCreation(alert.stateSince, alert);
  return (
    <tr>
      <td data-label={t("name")}>
        <Link data-row="open" to="/projects/$projectId/alerts/$alertId" params={{ projectId, alertId: alert.id }}>
          <VisibleText text={alert.name} />
        </Link>
        <AlertJudgeMarks alert={alert} />
        {alert.channelIds.length === 0 && (
          <p>
            <Badge tone="warning" title={t("noChannelHint")}>
              {t("noChannel")}
            </Badge>
          </p>
        )}
        <RowAbout text={silencedUntil && t("silencedUntil", { time: formats.dateTime(silencedUntil) })} />
      </td>
      <td data-short data-label={t("state")}>
        <AlertState state={alert.state} isOn={isOn} />
        <RowAbout
          text={isOn && alert.firingGroupCount > 0 ? t("firingGroups", { count: alert.firingGroupCount }) : null}
        />
      </td>
      <td data-label={t("since")} data-time title={formats.dateTime(stateSince)}>
        {isOn ? formats.relativeTime(stateSince) : ""}
      </td>
      <td data-label={t("value")} data-number>
        <Value alert={alert} />
      </td>
      <td data-label={t("condition")}>
        {perRecord && isErrorCount(metric)
          ? t(`rate_${metric}`)
          : `${names.metric(metric)}${perRecord ? ` ${t("each")}` : ""}`}
        {" · "}
        {t(kind)} {kind === "ABSENCE" ? "" : write(alert.threshold)}
        {groupBy !== null && ` · ${t("perGroup", { dimension: dashboards(`by_${groupBy}`) })}`}
      </td>
      <td data-short data-label={t("trend")}>
        <span className={alertStyles.trend}>
          <Sparkline values={trend} threshold={kind === "ABSENCE" ? null : alert.threshold} />
        </span>
      </td>
      <td data-short data-label={t("period")}>
        {t(alert.period)}
      </td>
      {mayWrite && (
        <td data-actions data-label={t("actions")}>
          <SilenceMenu isIcon alert={alert} />
        </td>
      )}
    </tr>
  );
}

/** Latest value of an alert, linked to its records. A bar shows how close the value is to an upper threshold. */
function Value({ alert }: { readonly alert: AlertFieldsFragment }) {
  const t = useAlertsText();
  const write = useAlertValue(alert);
  const { value, threshold, kind, problem, evaluatedAt } = alert;
  const share = kind === "ABOVE" && value !== null && threshold !== null && threshold > 0 ? value / threshold : null;
  const title = problem === null ? t("viewRecords") : t(problem);
  return (
    <span className={alertStyles.value}>
      {value === null || evaluatedAt === null ? (
        <span title={title}>{write(value)}</span>
      ) : (
        <RecordsLink alert={alert} end={evaluatedAt} title={title}>
          {write(value)}
        </RecordsLink>
      )}
      {share !== null && (
        <span className={alertStyles.level} data-over={share > 1 || undefined} aria-hidden>
          <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </span>
      )}
    </span>
  );
}
