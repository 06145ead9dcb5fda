import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { versionScores } from "../../generated/evaluators.ts";
import { InlineError, LoadingState } from "../../ui/page-state.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useEvaluatorsText } from "../evaluators/messages.ts";
import { ScoreCharts } from "../evaluators/score-charts.tsx";
import { newestOf, ScoreTable } from "../evaluators/score-table.tsx";
import { useRulesText } from "./messages.ts";

const shownScores = 8;

/**
 * Shows charts and the latest scores that a rule created. Charts and scores reload when `judgedCount` changes. For a
 * rule without scores, shows nothing, unless the rule can create scores (`isOn`).
 */
export function RuleResults({
  ruleId,
  isOn,
  judgedCount,
}: {
  readonly ruleId: string;
  readonly isOn: boolean;
  readonly judgedCount: number;
}) {
  const t = useEvaluatorsText();
  const rules = useRulesText();
  const projectId = useProjectId() ?? "";
  const client = useQueryClient();
  const shownCount = useRef(judgedCount);
  useEffect(() => {
    if (judgedCount === shownCount.current) return;
    shownCount.current = judgedCount;
    void client.invalidateQueries({ queryKey: [projectId, versionScores.text] });
  }, [client, judgedCount, projectId]);
  const { data, error, refetch } = useOperation(versionScores, {
    filters: [{ field: "evaluationRuleId", operator: "eq", value: ruleId }],
    first: shownScores,
  });
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="chart" />;
  const scores = data.scores.edges.map(({ node }) => node);
  if (scores.length === 0 && !isOn) return null;
  return (
    <>
      <ScoreCharts
        source={{ field: "evaluationRuleId", id: ruleId }}
        title={rules("results")}
        scoreCount={judgedCount}
        newest={newestOf(scores)}
      />
      {scores.length > 0 && (
        <section className={styles.part}>
          <h2>{t("lastResults")}</h2>
          <ScoreTable scores={scores} />
        </section>
      )}
    </>
  );
}
