import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { versionScores } from "../../generated/evaluators.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { ScoreCharts } from "./score-charts.tsx";
import { newestOf, ScoreTable } from "./score-table.tsx";
import { scorerName } from "./scorer-name.ts";

const shownScores = 20;

export function VersionResults({
  name,
  version: { id, number },
}: {
  readonly name: string;
  readonly version: { readonly id: string; readonly number: number };
}) {
  const t = useEvaluatorsText();
  const projectId = useProjectId() ?? "";
  const filters = [{ field: "evaluatorVersionId", operator: "eq" as const, value: id }];
  const { data, error, refetch } = useOperation(versionScores, { filters, first: shownScores });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="chart" />;
  const scores = data.scores.edges.map(({ node }) => node);
  if (scores.length === 0) return <EmptyState drawing="chart" title={t("noScores")} />;
  return (
    <>
      <ScoreCharts
        layout="wide"
        source={{ field: "evaluatorVersionId", id }}
        title={t("overTime")}
        newest={newestOf(scores)}
      />
      <section className={styles.part}>
        <div className={styles.actions}>
          <h2>{t("lastResults")}</h2>
          <Link
            className={styles.end}
            to="/projects/$projectId/logs/$resource"
            params={{ projectId, resource: "scores" }}
            search={{ filters }}
          >
            <VisibleText text={t("allScoresOf", { name: scorerName(name, number) })} />
          </Link>
        </div>
        <ScoreTable showsOutput scores={scores} />
      </section>
    </>
  );
}
