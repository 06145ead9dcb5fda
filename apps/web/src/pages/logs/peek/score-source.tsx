import { Link } from "@tanstack/react-router";
import { useOperation } from "../../../api/use-request.ts";
import { scoreSource } from "../../../generated/score-source.ts";
import { InlineError } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { usePeekText } from "./messages.ts";

/** Links to the evaluator version that created a score, and to the evaluation rule that ran it. */
export function ScoreSource({
  projectId,
  versionId,
  ruleId,
}: {
  readonly projectId: string;
  readonly versionId: string;
  /** Null if no rule created the score. */
  readonly ruleId: string | null;
}) {
  const t = usePeekText();
  const { data, error, refetch } = useOperation(scoreSource, {
    versionId,
    ruleId: ruleId ?? "",
    hasRule: ruleId !== null,
  });
  const version = data?.evaluatorVersion;
  const name = data?.evaluators.find(({ id }) => id === version?.evaluatorId)?.name;
  const rule = data?.evaluationRule;
  return (
    <>
      <div>
        <dt>{t("evaluator")}</dt>
        <dd>
          {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
          {!error && !data && "…"}
          {data && (!version || name === undefined) && t("deleted")}
          {version && name !== undefined && (
            <Link
              to="/projects/$projectId/evaluators/$evaluatorId"
              params={{ projectId, evaluatorId: version.evaluatorId }}
              search={{ version: version.number }}
            >
              <VisibleText text={t("version", { name, number: version.number })} />
            </Link>
          )}
        </dd>
      </div>
      {ruleId !== null && (
        <div>
          <dt>{t("rule")}</dt>
          <dd>
            {!data && (error ? "–" : "…")}
            {data && !rule && t("deleted")}
            {rule && (
              <Link to="/projects/$projectId/evaluation-rules/$ruleId" params={{ projectId, ruleId }}>
                <VisibleText text={rule.name} />
              </Link>
            )}
          </dd>
        </div>
      )}
    </>
  );
}
