import { Link, useParams } from "@tanstack/react-router";
import { useOperation } from "../../api/use-request.ts";
import { previewAlert, type PreviewAlertQuery } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { LoadingText } from "../../ui/page-state.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { AlertChart } from "./alert-chart.tsx";
import type { AlertInput } from "./alert-draft.ts";
import { type AlertRecords, recordsOfGroup } from "./alert-records.ts";
import styles from "./alerts.module.css";
import { BudgetSummary, isBudget } from "./budget-summary.tsx";
import { useAlertsText } from "./messages.ts";
import { useAlertValue } from "./use-alert-value.ts";
import { useGroups } from "./use-groups.ts";

const shownFirings = 5;
const settleMs = 400;
const dayMs = 86_400_000;
const maxDays = 30;
/** Threshold for the preview of a budget whose threshold is not set yet. The service requires one. */
const unreachable = Number.MAX_SAFE_INTEGER;

export function AlertPreview({ alert, records }: { readonly alert: AlertInput; readonly records: AlertRecords }) {
  const t = useAlertsText();
  // The name, the channels and `isOn` do not affect the preview. They have fixed values here, so that a change of these
  // fields does not request the preview again.
  const asked = JSON.stringify({ ...alert, name: "-", channelIds: [], isOn: false } satisfies AlertInput);
  const shown = JSON.parse(useDebounced(asked, settleMs)) as AlertInput;
  const threshold = shown.kind === "ABSENCE" ? null : (shown.threshold ?? unreachable);
  const { data, error, refetch } = useOperation(previewAlert, { alert: { ...shown, threshold } });
  if (!data) return <LoadingText text={t("previewing")} error={error} onRetry={() => void refetch()} />;
  return <Preview alert={shown} records={records} preview={data.alertPreview} />;
}

function Preview({
  alert,
  records,
  preview,
}: {
  readonly alert: AlertInput;
  readonly records: AlertRecords;
  readonly preview: PreviewAlertQuery["alertPreview"];
}) {
  const t = useAlertsText();
  const formats = useFormats();
  const write = useAlertValue(alert);
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { firings, times, values } = preview;
  const current = values.at(-1);
  const hasValues = values.some((value) => value !== null);
  const { nameOf, prompts } = useGroups(
    alert.groupBy ?? null,
    firings.map(({ group }) => group),
  );
  const groupCount = new Set(firings.flatMap(({ group }) => group ?? [])).size;
  const end = times.at(-1);
  const days = end === undefined ? maxDays : Math.round((Date.parse(end) - Date.parse(preview.from)) / dayMs);
  // The preview starts with a whole period. If the period is a week, for example, the preview may be a few days shorter
  // than 30 days, but the title still says 30 days. Only a preview of less than half of that counts as short.
  const isShort = days < maxDays / 2;
  // A monthly preview starts with the previous month, so it may cover more than 30 days.
  const title = t("preview", { count: isShort || days > maxDays ? Math.max(days, 1) : maxDays });
  const latest = firings.slice(-shownFirings).toReversed();
  // Without a current value, for example because of too few records, there is no progress to show.
  const budget = isBudget(alert) && current !== null ? alert : null;
  const hasCondition = alert.kind === "ABSENCE" || alert.threshold != null;
  const summary = budget && <BudgetSummary budget={budget} preview={preview} />;
  const history = (
    <section className={styles.preview} aria-label={title}>
      <h3>{title}</h3>
      <p role="status">
        {(hasCondition || !hasValues) &&
          (firings.length > 0
            ? t("wouldHaveFired", { count: firings.length })
            : t(hasValues ? "neverFired" : "noValues"))}
        {budget === null && current != null && ` ${t("untilNow", { period: t(alert.period), value: write(current) })}`}
        {alert.groupBy != null && hasValues && ` ${t("extremeGroup")}`}
        {groupCount > 0 && ` ${t("groupsFired", { count: groupCount })}`}
        {isShort && ` ${t("previewHours")}`}
        {preview.hasMoreGroups && ` ${t("moreGroups")}`}
      </p>
      {hasValues && <AlertChart alert={alert} records={records} preview={preview} />}
      {latest.length > 0 && (
        <ul className={styles.firings}>
          {latest.map(({ group, startedAt, value }) => {
            const target = recordsOfGroup(records, Date.parse(startedAt), { group, prompts });
            const text = (
              <>
                {t("firedAt", { time: formats.dateTime(startedAt), value: write(value) })}
                {group !== null && (
                  <>
                    {" · "}
                    <VisibleText text={nameOf(group)} />
                  </>
                )}
              </>
            );
            return (
              <li key={JSON.stringify([startedAt, group])}>
                {target === null ? (
                  text
                ) : (
                  <Link
                    to="/projects/$projectId/logs/$resource"
                    params={{ projectId, resource: target.resource }}
                    search={target.search}
                  >
                    {text}
                  </Link>
                )}
              </li>
            );
          })}
          {firings.length > shownFirings && <li>{t("earlierFirings", { count: firings.length - shownFirings })}</li>}
        </ul>
      )}
    </section>
  );
  return (
    <>
      {summary}
      {history}
    </>
  );
}
