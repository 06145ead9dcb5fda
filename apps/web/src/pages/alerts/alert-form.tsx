import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { alertChannels } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { DurationField, NumberField } from "../../ui/number-field.tsx";
import { parseNumber } from "../../ui/number-text.ts";
import { InlineError } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useRequiredName } from "../../ui/use-required-name.ts";
import { dimensionsOf, metricNames } from "../dashboards/metric-catalog.ts";
import { useWidgetNames } from "../dashboards/widget-names.ts";
import styles from "../evaluators/evaluators-page.module.css";
import { FilterBar } from "../logs/filters/filter-bar.tsx";
import {
  type AlertDraft,
  type AlertInput,
  changed,
  invalidField,
  isCalendar,
  isSum,
  kinds,
  listOf,
  mayBePerRecord,
  periods,
  readDraft,
} from "./alert-draft.ts";
import { AlertJudgeMarks } from "./alert-judges.tsx";
import { AlertLayout } from "./alert-layout.tsx";
import { AlertPreview } from "./alert-preview.tsx";
import alertStyles from "./alerts.module.css";
import { isBudget } from "./budget-summary.tsx";
import { useAlertsText } from "./messages.ts";

export function AlertForm({
  initial,
  action,
  isBusy,
  error,
  onSubmit,
  children,
}: {
  readonly initial: AlertDraft;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (alert: AlertInput) => void;
  readonly children?: ReactNode;
}) {
  const t = useAlertsText();
  const names = useWidgetNames();
  const formats = useFormats();
  const conditionsId = useId();
  const [draft, setDraft] = useState(initial);
  const [isWrong, setIsWrong] = useState(false);
  const nameCheck = useRequiredName(draft.name);
  const change = (part: Partial<AlertDraft>): void => setDraft(changed(draft, part));
  const alert = readDraft(draft);
  const wrong = invalidField(draft);
  const problem = wrong === null ? null : t("number", { name: t(wrong) });
  const isMissing = wrong === "threshold" && draft.threshold.trim() === "";
  const previewed = alert ?? (isMissing ? budgetWithout(draft) : null);
  const submit = (): void => {
    setIsWrong(alert === null);
    if (nameCheck.check() && alert !== null) onSubmit(alert);
  };
  const { metric, kind, period } = draft;
  const resource = listOf(metric);
  const rate = isRate(draft) ? parseNumber(draft.threshold) : undefined;
  return (
    <AlertLayout
      preview={
        previewed === null ? (
          <p role="status">
            {isMissing ? t("previewThreshold") : t("previewNumber", { name: t(wrong ?? "threshold") })}
          </p>
        ) : (
          <AlertPreview alert={previewed} records={draft} />
        )
      }
    >
      {children}
      <section className={styles.part} aria-label={t("settings")}>
        <h2>{t("settings")}</h2>
        {/* Not a `<form>`, because the filter editor inside is one, whose events would bubble up to this element. */}
        <div className={styles.form}>
          <TextField
            {...nameCheck.field}
            label={t("name")}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <div className={styles.row}>
            <SelectField
              label={t("metric")}
              options={metricNames.map((name) => ({ value: name, label: names.metric(name) }))}
              value={metric}
              onChange={(value) => change({ metric: metricNames.find((name) => name === value) ?? metric })}
            />
            <SelectField
              label={t("period")}
              options={periods
                .filter((each) => !isCalendar(each) || isSum(metric))
                .map((each) => ({ value: each, label: t(each) }))}
              value={period}
              onChange={(value) => change({ period: periods.find((each) => each === value) ?? period })}
            />
          </div>
          {mayBePerRecord(metric) && !isCalendar(period) && (
            <Check label={t("perRecord")} value={draft.perRecord} onChange={(perRecord) => change({ perRecord })} />
          )}
          <section className={styles.list} aria-labelledby={conditionsId}>
            <h3 id={conditionsId}>{t("records")}</h3>
            <p className={styles.muted}>{t(resource === "scores" ? "scoresHint" : "recordsHint")}</p>
            <FilterBar
              key={resource}
              resource={resource}
              search={draft.search}
              hasRange={false}
              onChange={(next) => change({ search: { ...draft.search, ...next } })}
            />
            <SelectField
              label={t("groupBy")}
              hint={draft.groupBy === null ? undefined : t("groupByHint")}
              options={[
                { value: "", label: t("together") },
                ...dimensionsOf([metric]).map((each) => ({ value: each, label: names.dimension(each) })),
              ]}
              value={draft.groupBy ?? ""}
              onChange={(value) => change({ groupBy: dimensionsOf([metric]).find((each) => each === value) ?? null })}
            />
            <Check
              label={t("includesExperiments")}
              value={draft.includesExperiments}
              onChange={(includesExperiments) => change({ includesExperiments })}
            />
          </section>
          <div className={styles.row}>
            <SelectField
              label={t("condition")}
              options={kinds
                .filter((each) => each === "ABOVE" || !isCalendar(period))
                .map((each) => ({ value: each, label: t(each) }))}
              value={kind}
              onChange={(value) => change({ kind: kinds.find((each) => each === value) ?? kind })}
            />
            {kind !== "ABSENCE" && (
              <>
                <NumberField
                  label={t("threshold")}
                  required
                  hint={rate === undefined ? undefined : t("rate", { percent: formats.percent(rate) })}
                  unit={unitOf(draft)}
                  value={draft.threshold}
                  onChange={(threshold) => change({ threshold })}
                />
                <NumberField
                  label={t("recoverAt")}
                  hint={t("recoverAtHint")}
                  unit={unitOf(draft)}
                  value={draft.recoverAt}
                  onChange={(recoverAt) => change({ recoverAt })}
                />
              </>
            )}
          </div>
          <div className={styles.row}>
            <DurationField
              label={t("forSeconds")}
              hint={t("forSecondsHint")}
              minimum={0}
              value={draft.forSeconds}
              onChange={(forSeconds) => change({ forSeconds })}
            />
            {kind !== "ABSENCE" && (
              <NumberField
                label={t("minimumCount")}
                hint={t("minimumCountHint")}
                minimum={0}
                value={draft.minimumCount}
                onChange={(minimumCount) => change({ minimumCount })}
              />
            )}
          </div>
          {/* The page of an existing alert shows them in its title. */}
          {children === undefined && alert !== null && <AlertJudgeMarks alert={alert} />}
          {metric.startsWith("score") && (
            <Check
              label={t("requiresMeasuredJudge")}
              value={draft.requiresMeasuredJudge}
              onChange={(requiresMeasuredJudge) => change({ requiresMeasuredJudge })}
            />
          )}
          {isCalendar(period) && (
            <Check label={t("warnsEarly")} value={draft.warnsEarly} onChange={(warnsEarly) => change({ warnsEarly })} />
          )}
          <Channels values={draft.channelIds} onChange={(channelIds) => change({ channelIds })} />
          <Check label={t("isOn")} value={draft.isOn} onChange={(isOn) => change({ isOn })} />
          <DialogError error={isWrong && problem !== null ? new Error(problem) : error} />
          <div className={styles.actions}>
            <Button look="primary" disabled={isBusy} onClick={submit}>
              {action}
            </Button>
          </div>
        </div>
      </section>
    </AlertLayout>
  );
}

/** Budget without a threshold, whose preview shows the value so far; null for other alerts. */
function budgetWithout(draft: AlertDraft): AlertInput | null {
  const alert = readDraft({ ...draft, threshold: "0", recoverAt: "" });
  return alert !== null && isBudget(alert) ? { ...alert, threshold: null } : null;
}

/** Whether the alert's value is a fraction that is shown as a percentage. */
function isRate({ kind, metric, perRecord }: AlertDraft): boolean {
  const isError = metric === "errorCount" || metric === "generationErrorCount";
  return perRecord && isError && (kind === "ABOVE" || kind === "BELOW");
}

function unitOf({ kind, metric, perRecord }: AlertDraft): string | undefined {
  if (kind === "INCREASE" || kind === "DECREASE") return "%";
  if (metric === "cost") return "$";
  if (perRecord) return undefined;
  if (metric.startsWith("ttFirstToken")) return "ms";
  return metric.startsWith("latency") || metric.startsWith("duration") ? "s" : undefined;
}

function Check({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <label className={alertStyles.check}>
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
      <VisibleText text={label} />
    </label>
  );
}

function Channels({
  values,
  onChange,
}: {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}) {
  const t = useAlertsText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { data, error, refetch } = useOperation(alertChannels, {});
  return (
    <fieldset className={styles.list}>
      <legend>{t("notify")}</legend>
      {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
      {data?.channels.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          value={values.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...values, id] : values.filter((value) => value !== id))}
        />
      ))}
      {data?.channels.length === 0 && (
        <p className={styles.muted}>
          {t("noChannels")}{" "}
          <Link to="/projects/$projectId/channels" params={{ projectId }}>
            {t("addChannel")}
          </Link>
        </p>
      )}
    </fieldset>
  );
}
