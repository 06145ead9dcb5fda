import { useProjectId } from "../../api/project-id.ts";
import type { VersionScoresQuery } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { isJudged } from "../logs/is-judged.ts";
import { JudgeCallLink } from "../logs/judge-call-link.tsx";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { EvaluatedRecordLink, OutputPreview } from "./evaluated-record-link.tsx";
import { useEvaluatorsText } from "./messages.ts";
import { ScoreValue } from "./score-value.tsx";
import { SupersededJudgments } from "./superseded-judgments.tsx";
import { targetOfScore } from "./use-evaluated-record.ts";

type StoredScore = VersionScoresQuery["scores"]["edges"][number]["node"];

/** Returns the time of the newest score. `scores` are sorted by time, newest first. */
export function newestOf(scores: readonly StoredScore[]): string | undefined {
  return scores[0]?.createdAt;
}

export function ScoreTable({
  scores,
  showsOutput = false,
}: {
  readonly scores: readonly StoredScore[];
  readonly showsOutput?: boolean;
}) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const hasComments = scores.some((score) => score.comment || isJudged(score) || score.supersededJudgments.length > 0);
  const columns = [
    { key: "record", label: t("record") },
    ...(showsOutput ? [{ key: "output", label: t("output") }] : []),
    { key: "score", label: t("score") },
    ...(hasComments ? [{ key: "comment", label: t("comment") }] : []),
    { key: "when", label: t("when") },
  ];
  return (
    <Table label={t("lastResults")} columns={columns} isStacked>
      {scores.map((score) => (
        <tr key={score.id}>
          <td data-label={t("record")}>
            <EvaluatedRecordLink isRowLink target={targetOfScore(score)} />
          </td>
          {showsOutput && (
            <td data-label={t("output")}>
              <OutputPreview target={targetOfScore(score)} />
            </td>
          )}
          <td data-short data-label={t("score")}>
            <ScoreValueBadge name={score.name} value={score.value}>
              <ScoreValue score={score} />
            </ScoreValueBadge>
          </td>
          {hasComments && (
            <td data-label={t("comment")}>
              <VisibleText text={score.comment ?? ""} />
              {isJudged(score) && (
                <>
                  {" "}
                  <JudgeCallLink projectId={projectId} score={score} />
                </>
              )}
              <SupersededJudgments hasCalls score={score} />
            </td>
          )}
          <td data-label={t("when")} data-time title={formats.dateTime(score.createdAt)}>
            {formats.relativeTime(score.createdAt)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
