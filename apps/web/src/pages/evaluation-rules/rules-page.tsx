import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { evaluationRuleList, type EvaluationRuleListQuery } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { UnmeasuredBadge } from "../evaluators/agreement/measured-badge.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useRulesText } from "./messages.ts";
import { todayOf } from "./rule-day.ts";

const route = { from: "/projects/$projectId/evaluation-rules" } as const;

export function RulesPage() {
  const t = useRulesText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams(route);
  const { data, error, refetch } = useOperation(evaluationRuleList, {});
  return (
    <Page
      title={t("title")}
      note={data && formats.number(data.evaluationRules.length)}
      actions={
        mayWrite &&
        data && (
          <Link
            className={buttonClass({ look: "primary" })}
            to="/projects/$projectId/evaluation-rules/new"
            params={{ projectId }}
          >
            <Plus size={16} aria-hidden />
            {t("add")}
          </Link>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState shape="rows" />}
      {data?.evaluationRules.length === 0 && (
        <EmptyState title={t("empty")}>
          <p>{t("about")}</p>
        </EmptyState>
      )}
      {data && data.evaluationRules.length > 0 && (
        <>
          <p className={styles.muted}>{t("about")}</p>
          <RuleTable rules={data.evaluationRules} />
        </>
      )}
    </Page>
  );
}

function RuleTable({ rules }: { readonly rules: EvaluationRuleListQuery["evaluationRules"] }) {
  const t = useRulesText();
  const formats = useFormats();
  const { projectId } = useParams(route);
  const columns = [
    { key: "name", label: t("name") },
    { key: "mode", label: t("mode") },
    { key: "target", label: t("target") },
    { key: "sample", label: t("sampleRate"), isNumber: true },
    { key: "queued", label: t("queued"), isNumber: true },
    { key: "lag", label: t("lag"), isNumber: true },
    { key: "failed", label: t("failed"), isNumber: true },
    { key: "judged", label: t("judgedToday"), isNumber: true },
    { key: "spent", label: t("spentToday"), isNumber: true },
  ];
  return (
    <Table label={t("title")} columns={columns}>
      {rules.map((rule) => {
        const today = todayOf(rule.days);
        return (
          <tr key={rule.id}>
            <td>
              <Link
                data-row="open"
                to="/projects/$projectId/evaluation-rules/$ruleId"
                params={{ projectId, ruleId: rule.id }}
              >
                <VisibleText text={rule.name} />
              </Link>
              <UnmeasuredBadge measured={rule.evaluatorVersion?.measured} />
              <RowAbout text={rule.pauseReason && t("paused", { reason: rule.pauseReason })} />
            </td>
            <td>
              <Badge>{t(rule.mode)}</Badge>
            </td>
            <td>{rule.target === "EXPERIMENT_ITEM" ? "" : t(rule.target)}</td>
            <td data-number>{formats.percent(rule.sampleRate)}</td>
            <td data-number>{formats.number(rule.queuedCount)}</td>
            <td data-number>{formats.duration(rule.lagSeconds)}</td>
            <td data-number className={rule.failedCount > 0 ? styles.failed : undefined}>
              {formats.number(rule.failedCount)}
            </td>
            <td data-number>{formats.number(today?.judged ?? 0)}</td>
            <td data-number>{formats.cost(today?.spent ?? 0)}</td>
          </tr>
        );
      })}
    </Table>
  );
}
