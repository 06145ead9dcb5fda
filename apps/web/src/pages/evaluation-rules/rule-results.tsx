import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { versionScores } from "../../generated/evaluators.ts";
import { InlineError } from "../../ui/page-state.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useEvaluatorsText } from "../evaluators/messages.ts";
import { ScoreCharts } from "../evaluators/score-charts.tsx";
import { ScoreTable } from "../evaluators/score-table.tsx";
import { useRulesText } from "./messages.ts";

const shownScores = 8;

/**
 * Shows charts and the latest scores of the evaluator version that a rule uses. Scores that other rules created with
 * this version are included, because a score does not refer to a rule. Charts and scores reload when `judgedCount`
 * changes.
 */
export function RuleResults({ versionId, judgedCount }: { readonly versionId: string; readonly judgedCount: number }) {
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
    filters: [{ field: "evaluatorVersionId", operator: "eq", value: versionId }],
    first: shownScores,
  });
  const scores = data?.scores.edges.map(({ node }) => node) ?? [];
  return (
    <>
      <ScoreCharts
        versionId={versionId}
        title={rules("results")}
        note={rules("resultsHint")}
        scoreCount={judgedCount}
      />
      {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
      {scores.length > 0 && (
        <section className={styles.part}>
          <h2>{t("lastResults")}</h2>
          <ScoreTable scores={scores} />
        </section>
      )}
    </>
  );
}
