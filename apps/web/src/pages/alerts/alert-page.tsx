import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import { alertDetail, type AlertDetailQuery, changeAlert, removeAlert } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { buttonClass } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { draftOf, readDraft } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";
import { AlertGroups } from "./alert-groups.tsx";
import { AlertDrift, AlertJudgeMarks } from "./alert-judges.tsx";
import { AlertLayout } from "./alert-layout.tsx";
import { AlertPreview } from "./alert-preview.tsx";
import { AlertState } from "./alert-state.tsx";
import { RecordsLink } from "./records-link.tsx";
import { useAlertsText } from "./messages.ts";
import { sinceCreation } from "./since-creation.ts";
import { SilenceMenu } from "./silence-menu.tsx";
import { useAlertValue } from "./use-alert-value.ts";
import { useGroups } from "./use-groups.ts";

type Alert = NonNullable<AlertDetailQuery["alert"]>;

const route = { from: "/projects/$projectId/alerts/$alertId" } as const;

export function AlertPage() {
  const t = useAlertsText();
  const mayWrite = usePermission("write");
  const navigate = useNavigate();
  const { projectId, alertId } = useParams(route);
  const { data, error, refetch } = useOperation(alertDetail, { id: alertId });
  const [isRemoving, setIsRemoving] = useState(false);
  useLive("ALERT");
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const { alert } = data;
  if (!alert) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/alerts" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  return (
    <Page
      title={alert.name}
      note={
        <>
          <AlertState state={alert.state} isOn={alert.isOn} /> <AlertJudgeMarks alert={alert} />
        </>
      }
      back={
        <Link to="/projects/$projectId/alerts" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        <>
          {alert.evaluatedAt !== null && (
            <RecordsLink alert={alert} end={alert.evaluatedAt} className={buttonClass({})}>
              {t("viewRecords")}
            </RecordsLink>
          )}
          {mayWrite && <Actions alert={alert} onRemove={() => setIsRemoving(true)} />}
        </>
      }
    >
      <div className={styles.main}>
        <State alert={alert} />
        <AlertGroups alert={alert} />
        {mayWrite ? <Settings alert={alert} /> : <Reading alert={alert} />}
      </div>
      <RemoveDialog
        id={isRemoving ? alert.id : null}
        operation={removeAlert}
        title={t("removeTitle", { name: alert.name })}
        action={t("remove")}
        isLeaving
        onClose={() => setIsRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects/$projectId/alerts", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

function Actions({ alert, onRemove }: { readonly alert: Alert; readonly onRemove: () => void }) {
  const t = useAlertsText();
  return (
    <>
      <SilenceMenu alert={alert} />
      <MoreMenu>
        <MenuItem isDanger onSelect={onRemove}>
          {t("remove")}
        </MenuItem>
      </MoreMenu>
    </>
  );
}

function State({ alert }: { readonly alert: Alert }) {
  const t = useAlertsText();
  const formats = useFormats();
  const write = useAlertValue(alert);
  const { problem, silencedUntil, isOn } = alert;
  return (
    <section aria-label={t("state")}>
      <Facts
        facts={[
          { label: t("value"), value: write(alert.value) },
          { label: t("threshold"), value: write(alert.threshold) },
          { label: t("period"), value: t(alert.period) },
          { label: t("since"), value: isOn ? formats.relativeTime(sinceCreation(alert.stateSince, alert)) : t("off") },
          { label: t("evaluated"), value: alert.evaluatedAt ? formats.relativeTime(alert.evaluatedAt) : t("notYet") },
        ]}
      />
      {problem && <p role="status">{t(problem)}</p>}
      {silencedUntil && <p role="status">{t("silencedUntil", { time: formats.dateTime(silencedUntil) })}</p>}
      <AlertDrift alert={alert} />
    </section>
  );
}

function Settings({ alert }: { readonly alert: Alert }) {
  const t = useAlertsText();
  const toast = useToast();
  const change = useChange(changeAlert);
  const draft = draftOf(alert);
  const { name, metric, perRecord, search, includesExperiments, groupBy, kind, threshold, recoverAt, period, ...rest } =
    draft;
  const { forSeconds, minimumCount, requiresMeasuredJudge, channelIds, warnsEarly, isOn } = rest;
  // The form resets when this text changes. It omits the state of the alert, which may change while a user edits the
  // form.
  const content = { name, metric, perRecord, search, includesExperiments, groupBy, kind, threshold, recoverAt, period };
  const initial = { ...content, forSeconds, minimumCount, requiresMeasuredJudge, channelIds, warnsEarly, isOn };
  return (
    <AlertForm
      key={JSON.stringify(initial)}
      initial={initial}
      action={t("save")}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(input) =>
        change.mutate({ id: alert.id, alert: input }, { onSuccess: () => toast({ text: t("saved") }) })
      }
    >
      <Changes alert={alert} />
    </AlertForm>
  );
}

function Reading({ alert }: { readonly alert: Alert }) {
  const draft = draftOf(alert);
  const input = readDraft(draft);
  return (
    <AlertLayout preview={input && <AlertPreview alert={input} records={draft} />}>
      <Changes alert={alert} />
    </AlertLayout>
  );
}

function Changes({ alert }: { readonly alert: Alert }) {
  const t = useAlertsText();
  const formats = useFormats();
  const write = useAlertValue(alert);
  const { nameOf, prompts } = useGroups(
    alert.groupBy,
    alert.changes.map(({ group }) => group),
  );
  const columns = [
    { key: "at", label: t("when") },
    { key: "state", label: t("state") },
    { key: "value", label: t("value"), isNumber: true },
    { key: "threshold", label: t("threshold"), isNumber: true },
    { key: "note", label: t("note") },
  ];
  return (
    <section className={styles.part}>
      <h2>{t("history")}</h2>
      {alert.changes.length === 0 && <p className={styles.muted}>{t("noChanges")}</p>}
      {alert.changes.length > 0 && (
        <Table label={t("history")} columns={columns}>
          {alert.changes.map(({ at, group, toState, value, threshold, problem, isSilenced, level }) => (
            <tr key={JSON.stringify([at, group, toState, level])}>
              <td data-time>
                <RecordsLink alert={alert} end={at} group={group} prompts={prompts}>
                  {formats.dateTime(sinceCreation(at, alert))}
                </RecordsLink>
                {group !== null && <RowAbout text={nameOf(group)} />}
              </td>
              <td>
                <AlertState state={toState} />
              </td>
              <td data-number>{write(value)}</td>
              <td data-number>{write(threshold)}</td>
              <td>
                {[problem && t(problem), isSilenced && t("wasSilenced"), level !== null && t("reached", { level })]
                  .filter(Boolean)
                  .join(". ")}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
