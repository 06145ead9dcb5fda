import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { EmptyState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useEvaluatorsText } from "./messages.ts";
import { ScoreTable, type StoredScore } from "./score-table.tsx";
import { scorerName } from "./scorer-name.ts";

/** Lists the latest scores of an evaluator, with a link to all scores of a version. */
export function RecentScores({
  scores,
  name,
  version: { id, number },
}: {
  readonly scores: readonly StoredScore[];
  /** Name of the evaluator. */
  readonly name: string;
  readonly version: { readonly id: string; readonly number: number };
}) {
  const t = useEvaluatorsText();
  const projectId = useProjectId() ?? "";
  if (scores.length === 0) return <EmptyState title={t("noScores")} />;
  return (
    <>
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "scores" }}
        search={{ filters: [{ field: "evaluatorVersionId", operator: "eq", value: id }] }}
      >
        <VisibleText text={t("allScoresOf", { name: scorerName(name, number) })} />
      </Link>
      <ScoreTable scores={scores} />
    </>
  );
}
