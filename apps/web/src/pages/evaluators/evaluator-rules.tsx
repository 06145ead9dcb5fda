import { Link, useParams } from "@tanstack/react-router";
import { useId } from "react";
import { useOperation } from "../../api/use-request.ts";
import { evaluationRuleList } from "../../generated/evaluation-rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { InlineError } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useRulesText } from "../evaluation-rules/messages.ts";
import { modeTones } from "../evaluation-rules/rule-day.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

/** Rules that score new records with a version of an evaluator. */
export function EvaluatorRules({ evaluatorId }: { readonly evaluatorId: string }) {
  const t = useEvaluatorsText();
  const titleId = useId();
  const rule = useRulesText();
  const { projectId } = useParams({ from: "/projects/$projectId/evaluators/$evaluatorId" });
  const { data, error, refetch } = useOperation(evaluationRuleList, {});
  if (!data) return error && <InlineError error={error} onRetry={() => void refetch()} />;
  const used = data.evaluationRules.filter(({ evaluatorVersion }) => evaluatorVersion?.evaluatorId === evaluatorId);
  if (used.length === 0) return <p className={styles.muted}>{t("noRules")}</p>;
  return (
    <div className={styles.rules}>
      <span id={titleId} className={styles.muted}>
        {rule("title")}
      </span>
      <ul className={styles.rules} aria-labelledby={titleId}>
        {used.map(({ id, name, mode, pauseReason, evaluatorVersion }) => (
          <li key={id}>
            <Link to="/projects/$projectId/evaluation-rules/$ruleId" params={{ projectId, ruleId: id }}>
              <VisibleText text={name} />
            </Link>{" "}
            {evaluatorVersion && t("versionShort", { number: evaluatorVersion.number })}{" "}
            <Badge tone={pauseReason ? "warning" : modeTones[mode]}>{rule(mode)}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
