import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { evaluationRuleList, type EvaluationRuleListQuery } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { UnmeasuredBadge } from "../evaluators/agreement/measured-badge.tsx";
import { DriftBadge } from "../evaluators/drift-note.tsx";
import { ScoreTrend, useScoreTrends } from "../evaluators/score-trend.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useEvaluatorsText } from "../evaluators/messages.ts";
import { useDriftingVersions } from "../evaluators/use-drift.ts";
import { EvaluatorLink } from "./evaluator-link.tsx";
import { useRulesText } from "./messages.ts";
import { modeTones, todayOf } from "./rule-day.ts";
import { RuleMode } from "./rule-mode.tsx";
import { RuleSpending } from "./rule-spending.tsx";

const route = { from: "/projects/$projectId/evaluation-rules" } as const;

export function RulesPage() {
  const t = useRulesText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams(route);
  const { data, error, refetch } = useOperation(evaluationRuleList, {});
  const addLink = mayWrite && (
    <Link
      className={buttonClass({ look: "primary" })}
      to="/projects/$projectId/evaluation-rules/new"
      params={{ projectId }}
    >
      <Plus size={16} aria-hidden />
      {t("add")}
    </Link>
  );
  return (
    <Page
      title={t("title")}
      note={data && formats.number(data.evaluationRules.length)}
      actions={data && data.evaluationRules.length > 0 && addLink}
    >
      <RecordList
        records={data?.evaluationRules}
        error={error}
        onRetry={() => void refetch()}
        empty={t("empty")}
        about={t("about")}
        first={addLink && <p>{addLink}</p>}
      >
        {(rules) => (
          <>
            <RuleTable rules={rules} />
            {rules.some(({ evaluatorVersion }) => evaluatorVersion?.measured === "NOT_MEASURED") && (
              <p className={styles.muted}>{t("unmeasuredAbout")}</p>
            )}
          </>
        )}
      </RecordList>
    </Page>
  );
}

function RuleTable({ rules }: { readonly rules: EvaluationRuleListQuery["evaluationRules"] }) {
  const t = useRulesText();
  const texts = useEvaluatorsText();
  const mayWrite = usePermission("write");
  const formats = useFormats();
  const { projectId } = useParams(route);
  const trends = useScoreTrends(
    "evaluationRuleId",
    rules.map(({ id }) => id),
  );
  const drifting = useDriftingVersions(rules.map(({ evaluatorVersionId }) => evaluatorVersionId));
  const columns = [
    { key: "name", label: t("name") },
    { key: "mode", label: t("mode") },
    { key: "evaluator", label: t("evaluatorName") },
    { key: "average", label: texts("average") },
    { key: "target", label: t("target") },
    { key: "sample", label: t("sampleRate"), isNumber: true },
    { key: "queued", label: t("queued"), isNumber: true },
    { key: "lag", label: t("lag"), isNumber: true },
    { key: "failed", label: t("failed"), isNumber: true },
    { key: "judged", label: t("judgedToday"), isNumber: true },
    { key: "spent", label: t("spentToday"), isNumber: true },
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {rules.map((rule) => {
        const today = todayOf(rule.days);
        return (
          <tr key={rule.id}>
            <td data-label={t("name")}>
              <Link
                data-row="open"
                to="/projects/$projectId/evaluation-rules/$ruleId"
                params={{ projectId, ruleId: rule.id }}
              >
                <VisibleText text={rule.name} />
              </Link>{" "}
              <UnmeasuredBadge measured={rule.evaluatorVersion?.measured} />{" "}
              {drifting.has(rule.evaluatorVersionId) && <DriftBadge />}
              <RowAbout text={rule.pauseReason && t("paused", { reason: rule.pauseReason })} />
            </td>
            <td data-short data-label={t("mode")}>
              {mayWrite && rule.target !== "EXPERIMENT_ITEM" ? (
                <RuleMode rule={rule} target={rule.target} />
              ) : (
                <Badge tone={rule.pauseReason ? "warning" : modeTones[rule.mode]}>{t(rule.mode)}</Badge>
              )}
            </td>
            <td data-short data-label={t("evaluatorName")}>
              <EvaluatorLink version={rule.evaluatorVersion} />
            </td>
            <td data-short data-label={texts("average")}>
              <ScoreTrend name={rule.evaluatorVersion?.scoreName} line={trends.get(rule.id)} />
            </td>
            <td data-short data-label={t("target")}>
              {rule.target === "EXPERIMENT_ITEM" ? "" : t(rule.target)}
            </td>
            <td data-label={t("sampleRate")} data-number>
              {formats.percent(rule.sampleRate)}
            </td>
            <td data-label={t("queued")} data-number>
              {formats.number(rule.queuedCount)}
            </td>
            <td data-label={t("lag")} data-number>
              {formats.duration(rule.lagSeconds)}
            </td>
            <td data-label={t("failed")} data-number className={rule.failedCount > 0 ? styles.failed : undefined}>
              {formats.number(rule.failedCount)}
            </td>
            <td data-label={t("judgedToday")} data-number>
              {formats.number(today?.judged ?? 0)}
            </td>
            <td data-label={t("spentToday")} data-number>
              <RuleSpending version={rule.evaluatorVersion} day={today} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
