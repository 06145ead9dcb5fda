import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useOperation } from "../../../api/use-request.ts";
import { judgeAgreement } from "../../../generated/agreement.ts";
import type { EvaluatorVersionFieldsFragment } from "../../../generated/evaluators.ts";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { SelectField } from "../../../ui/field.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { parseNumber } from "../../../ui/number-text.ts";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../evaluators-page.module.css";
import { AgreementFigures } from "./agreement-figures.tsx";
import own from "./agreement.module.css";
import { ConfusionMatrix } from "./confusion-matrix.tsx";
import { Disagreements } from "./disagreements.tsx";
import { LabelNext } from "./label-next.tsx";
import { MeasuredBadge } from "./measured-badge.tsx";
import { useAgreementText } from "./messages.ts";
import type { EvaluatedRecord } from "../use-evaluated-record.ts";

const periods = ["7", "30", "90", "all"] as const;
const msPerDay = 86_400_000;

/**
 * Shows how well the scores of an evaluator version agree with human labels, on which records they differ, and which
 * records to label next.
 */
export function AgreementPanel({
  version: { id, scoreName },
  onOpen,
}: {
  readonly version: Pick<EvaluatorVersionFieldsFragment, "id" | "scoreName">;
  readonly onOpen: (record: EvaluatedRecord) => void;
}) {
  const t = useAgreementText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId = "" } = useParams({ strict: false });
  const [period, setPeriod] = useState<(typeof periods)[number]>("all");
  const [since, setSince] = useState<string | null>(null);
  const [passText, setPassText] = useState("");
  const passFrom = passText === "" ? null : (parseNumber(passText) ?? null);
  const range = { versionId: id, from: since, passFrom };
  const { data, error, refetch, isPlaceholderData } = useOperation(judgeAgreement, range, { keepsPrevious: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const { calibration } = data;
  if (!calibration) return <EmptyState title={t("noScores")} />;
  const { measured, missingLabelCount, scale, categories, judgedCount, labeledCount, isSampled } = calibration;
  // `missingLabelCount` refers to records of the last 90 days. With a shorter period or a sample, the number of
  // unlabeled records cannot be compared with it.
  const hasAll = (period === "all" || period === "90") && !isSampled && judgedCount > 0;
  const left = Math.max(0, judgedCount - labeledCount);
  const more = hasAll ? missingLabelCount - left : 0;
  return (
    <div className={styles.main} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      <p className={styles.muted}>
        <VisibleText text={t("about", { name: scoreName })} />
      </p>
      <p role="status">
        <MeasuredBadge measured={measured} />{" "}
        {more > 0
          ? t("missingScores", {
              count: missingLabelCount,
              left: formats.number(left),
              more: formats.number(more),
            })
          : missingLabelCount === 0
            ? t("enough")
            : t("missing", { count: missingLabelCount })}{" "}
        {more > 0 && mayWrite && (
          <Link to="/projects/$projectId/evaluation-rules/new" params={{ projectId }} search={{ evaluator: id }}>
            {t("createRule")}
          </Link>
        )}
      </p>
      <div className={own.range}>
        <SelectField
          label={t("period")}
          value={period}
          options={periods.map((value) => ({ value, label: t(`period_${value}`) }))}
          onChange={(value) => {
            setPeriod(value as typeof period); // one of the options
            setSince(value === "all" ? null : new Date(Date.now() - Number(value) * msPerDay).toISOString());
          }}
        />
        {scale === "CATEGORIES" && categories.length > 2 && (
          <SelectField
            label={t("passFrom")}
            value={passText}
            options={[
              { value: "", label: t("noPass") },
              ...categories.slice(1).map(({ value, label }) => ({ value: String(value), label: visibleString(label) })),
            ]}
            onChange={setPassText}
          />
        )}
        {scale === "NUMBERS" && (
          <NumberField label={t("passFrom")} hint={t("passFromHint")} value={passText} onChange={setPassText} />
        )}
      </div>
      {judgedCount === 0 ? (
        <EmptyState drawing="chart" title={t("noScores")}>
          <p>{t("noScoresHint")}</p>
          {mayWrite && (
            <Link to="/projects/$projectId/evaluation-rules/new" params={{ projectId }}>
              {t("createRule")}
            </Link>
          )}
        </EmptyState>
      ) : (
        <>
          <AgreementFigures calibration={calibration} />
          <LabelNext range={range} scoreName={scoreName} categories={categories} onOpen={onOpen} />
          {calibration.labeledCount > 0 && scale === "CATEGORIES" && <ConfusionMatrix calibration={calibration} />}
          {calibration.labeledCount > 0 && <Disagreements range={range} categories={categories} onOpen={onOpen} />}
        </>
      )}
    </div>
  );
}
