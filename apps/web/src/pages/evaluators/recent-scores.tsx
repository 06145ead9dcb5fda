import { Link, useParams } from "@tanstack/react-router";
import type { EvaluatorDetailQuery } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { EmptyState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { isJudged } from "../logs/is-judged.ts";
import { JudgeCallLink } from "../logs/judge-call-link.tsx";
import { recordTarget } from "../logs/record-target.ts";
import { useEvaluatorsText } from "./messages.ts";
import { scorerName } from "./scorer-name.ts";
import { ScoreValue } from "./score-value.tsx";

type Scores = NonNullable<EvaluatorDetailQuery["evaluator"]>["recentScores"];

/** Lists the latest scores of an evaluator, with links to the scored records and to all scores of a version. */
export function RecentScores({
  scores,
  name,
  version: { id, number },
}: {
  readonly scores: Scores;
  /** Name of the evaluator. */
  readonly name: string;
  readonly version: { readonly id: string; readonly number: number };
}) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/evaluators/$evaluatorId" });
  if (scores.length === 0) return <EmptyState title={t("noScores")} />;
  const columns = [
    { key: "record", label: t("record") },
    { key: "score", label: t("score") },
    { key: "comment", label: t("comment") },
    { key: "version", label: t("scoredBy") },
    { key: "when", label: t("when") },
  ];
  return (
    <>
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "scores" }}
        search={{ filters: [{ field: "evaluatorVersionId", operator: "eq", value: id }] }}
      >
        <VisibleText text={t("allScoresOf", { name: scorerName(name, number) })} />
      </Link>
      <Table label={t("lastResults")} columns={columns}>
        {scores.map((score) => (
          <tr key={score.id}>
            <td>
              <Scored score={score} />
            </td>
            <td>
              <ScoreValue score={score} />
            </td>
            <td>
              <VisibleText text={score.comment ?? ""} />
              {isJudged(score) && (
                <>
                  {" "}
                  <JudgeCallLink projectId={projectId} score={score} />
                </>
              )}
            </td>
            <td>
              <VisibleText text={score.scorer ?? ""} />
            </td>
            <td data-time>{formats.relativeTime(score.createdAt)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Scored({
  score: { stepId, threadId, datasetExperimentItemId, step, experimentItem },
}: {
  readonly score: Scores[number];
}) {
  const { projectId } = useParams({ from: "/projects/$projectId/evaluators/$evaluatorId" });
  const id = stepId ?? threadId ?? datasetExperimentItemId ?? "";
  const rootId = step === null ? null : (step.rootRunId ?? step.id);
  const target = recordTarget(
    { threadId: threadId ?? step?.threadId ?? null, rootId, stepId, experimentItem },
    projectId,
  );
  const name = step?.name || id;
  return target === null ? (
    <VisibleText text={name} />
  ) : (
    <Link {...target}>
      <VisibleText text={name} />
    </Link>
  );
}
