import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { alertChannels } from "../../generated/alerts.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { DurationField, NumberField } from "../../ui/number-field.tsx";
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
  isErrorCount,
  isRate,
  isSum,
  kinds,
  listOf,
  mayBePerRecord,
  type Metric,
  periods,
  readDraft,
} from "./alert-draft.ts";
import { AlertJudgeMarks } from "./alert-judges.tsx";
import { AlertLayout } from "./alert-layout.tsx";
import { AlertPreview } from "./alert-preview.tsx";
import alertStyles from "./alerts.module.css";
import { isBudget } from "./budget-summary.tsx";
import { useAlertsText } from "./messages.ts";

/** Fields that are in a separate section if the period is a calendar period. */
const advancedFields = ["recoverAt", "forSeconds", "minimumCount"] as const;

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
  const conditionsId = useId();
  const [draft, setDraft] = useState(initial);
  const [isWrong, setIsWrong] = useState(false);
  const [isAdvancedOpen, setIsAdvancedOpen] = useState(hasAdvanced(initial));
  const nameCheck = useRequiredName(draft.name);
  const errors = useFormErrors(error, ["name", "threshold", ...advancedFields]);
  const hasAdvancedError = advancedFields.some((name) => errors.fields[name] !== undefined);
  const change = (part: Partial<AlertDraft>): void => {
    // For a calendar period, the advanced fields are in a section that can be closed. If one of them has a value, the
    // section is opened, so that the value stays visible when the period changes.
    if (part.period !== undefined && hasAdvanced(draft)) setIsAdvancedOpen(true);
    setDraft(changed(draft, part));
  };
  const alert = readDraft(draft);
  const wrong = invalidField(draft);
  const problem = wrong === null ? null : t("number", { name: t(wrong) });
  const isMissing = wrong === "threshold" && draft.threshold.trim() === "";
  const previewed = alert ?? (isMissing ? budgetWithout(draft) : null);
  const submit = (): void => {
    setIsWrong(alert === null);
    if (wrong !== null && wrong !== "threshold") setIsAdvancedOpen(true);
    if (nameCheck.check() && alert !== null) onSubmit(alert);
  };
  const { metric, kind, period } = draft;
  const resource = listOf(metric);
  const threshold = (
    <NumberField
      label={t("threshold")}
      error={errors.fields.threshold}
      required
      unit={unitOf(draft)}
      value={draft.threshold}
      onChange={(text) => change({ threshold: text })}
    />
  );
  const recoverAt = (
    <NumberField
      label={t("recoverAt")}
      hint={t("recoverAtHint")}
      error={errors.fields.recoverAt}
      unit={unitOf(draft)}
      value={draft.recoverAt}
      onChange={(text) => change({ recoverAt: text })}
    />
  );
  const limits = (
    <>
      <DurationField
        label={t("forSeconds")}
        hint={t("forSecondsHint")}
        error={errors.fields.forSeconds}
        minimum={0}
        value={draft.forSeconds}
        onChange={(forSeconds) => change({ forSeconds })}
      />
      {kind !== "ABSENCE" && (
        <NumberField
          label={t("minimumCount")}
          hint={t("minimumCountHint")}
          error={errors.fields.minimumCount}
          minimum={0}
          value={draft.minimumCount}
          onChange={(minimumCount) => change({ minimumCount })}
        />
      )}
    </>
  );
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
        {/* Not a `<form>`: the filter editor inside is a form, whose events would bubble up to this element. */}
        <div className={styles.form}>
          <TextField
            {...nameCheck.field}
            error={nameCheck.field.error ?? errors.fields.name}
            label={t("name")}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <div className={styles.row}>
            <SelectField
              label={t("metric")}
              options={metricNames.flatMap((name) => [
                ...(isErrorCount(name) && !isCalendar(period)
                  ? [{ value: rateOf(name), label: t(`rate_${name}`) }]
                  : []),
                { value: name, label: names.metric(name) },
              ])}
              value={isErrorCount(metric) && draft.perRecord ? rateOf(metric) : metric}
              onChange={(value) => change(withMetric(draft, value))}
            />
            <SelectField
              label={t("period")}
              options={periods
                .filter((each) => !isCalendar(each) || isSum(metric))
                .map((each) => ({ value: each, label: t(each) }))}
              value={period}
              onChange={(value) => change({ period: periods.find((each) => each === value) ?? period })}
            />
            {isCalendar(period) && threshold}
          </div>
          {mayBePerRecord(metric) && !isErrorCount(metric) && !isCalendar(period) && (
            <Check label={t("perRecord")} value={draft.perRecord} onChange={(perRecord) => change({ perRecord })} />
          )}
          <section className={alertStyles.records} aria-labelledby={conditionsId}>
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
          {isCalendar(period) ? (
            <details
              open={isAdvancedOpen || hasAdvancedError}
              onToggle={({ currentTarget }) => setIsAdvancedOpen(currentTarget.open)}
            >
              <summary>{t("advanced")}</summary>
              <div className={`${styles.row} ${alertStyles.advanced}`}>
                {recoverAt}
                {limits}
              </div>
            </details>
          ) : (
            <>
              <div className={styles.row}>
                <SelectField
                  label={t("condition")}
                  options={kinds.map((each) => ({ value: each, label: t(each) }))}
                  value={kind}
                  onChange={(value) => change({ kind: kinds.find((each) => each === value) ?? kind })}
                />
                {kind !== "ABSENCE" && (
                  <>
                    {threshold}
                    {recoverAt}
                  </>
                )}
              </div>
              <div className={styles.row}>{limits}</div>
            </>
          )}
          {/* For an existing alert, the title of the page has these marks. */}
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
          <DialogError error={isWrong && problem !== null ? new Error(problem) : errors.other} />
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

/**
 * Returns the budget if only its threshold is missing: the preview then shows the value so far. Null for other alerts.
 */
function budgetWithout(draft: AlertDraft): AlertInput | null {
  const alert = readDraft({ ...draft, threshold: "0", recoverAt: "" });
  return alert !== null && isBudget(alert) ? { ...alert, threshold: null } : null;
}

/** Value of the option for the rate of errors, as opposed to their number. */
function rateOf(metric: Metric): string {
  return `${metric} rate`;
}

function withMetric(draft: AlertDraft, value: string): Partial<AlertDraft> {
  const metric = metricNames.find((name) => name === value || rateOf(name) === value) ?? draft.metric;
  if (isErrorCount(metric)) return { metric, perRecord: value === rateOf(metric) };
  return { metric, perRecord: draft.perRecord && !isErrorCount(draft.metric) };
}

function unitOf(draft: AlertDraft): string | undefined {
  const { kind, metric, perRecord } = draft;
  if (kind === "INCREASE" || kind === "DECREASE" || isRate(draft)) return "%";
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
  const { data, error, refetch } = useOperation(alertChannels, {}, { reloadsWhenShown: true });
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
          {t("noChannels")} {/* A new tab, so that the form keeps its entries. */}
          <Link to="/projects/$projectId/channels" params={{ projectId }} target="_blank">
            {t("addChannel")}
          </Link>
        </p>
      )}
    </fieldset>
  );
}

function hasAdvanced({ recoverAt, forSeconds, minimumCount }: AlertDraft): boolean {
  return recoverAt !== "" || Number(forSeconds) > 0 || Number(minimumCount) > 0;
}
