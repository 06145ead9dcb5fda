import { Link, useParams } from "@tanstack/react-router";
import type { EvaluationFieldsFragment } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { EvaluatedRecordLink } from "./evaluated-record-link.tsx";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { ScoreValue } from "./score-value.tsx";
import { useEvaluatedRecord } from "./use-evaluated-record.ts";

export function ResultsTable({ results }: { readonly results: readonly EvaluationFieldsFragment[] }) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const recordOf = useEvaluatedRecord();
  const columns = [
    { key: "record", label: t("record") },
    { key: "score", label: t("score") },
    { key: "comment", label: t("comment") },
    { key: "tokens", label: t("tokens"), isNumber: true },
    { key: "cost", label: t("cost"), isNumber: true },
    { key: "duration", label: t("duration"), isNumber: true },
    { key: "call", label: t("call") },
  ];
  return (
    <Table label={t("results")} columns={columns}>
      {results.map((result) => (
        <tr key={result.targetId}>
          <td>
            <EvaluatedRecordLink target={result.target} />
          </td>
          <td>
            {result.problem === null ? <ScoreValue score={result} /> : <Badge tone="danger">{result.problem}</Badge>}
          </td>
          <td>
            {result.problem === null ? (
              <VisibleText text={result.comment ?? ""} />
            ) : (
              <span className={styles.failed}>
                <VisibleText text={result.message ?? ""} />
              </span>
            )}
          </td>
          <td data-number>
            {result.inputTokenCount === null && result.outputTokenCount === null
              ? formats.number(null)
              : formats.number((result.inputTokenCount ?? 0) + (result.outputTokenCount ?? 0))}
          </td>
          <td data-number>{formats.cost(result.cost)}</td>
          <td data-number>{formats.duration(result.durationMs / 1_000)}</td>
          <td>{result.stepId !== null && <CallLink stepId={result.stepId} name={recordOf(result.target).name} />}</td>
        </tr>
      ))}
    </Table>
  );
}

function CallLink({ stepId, name }: { readonly stepId: string; readonly name: string }) {
  const t = useEvaluatorsText();
  const { projectId = "" } = useParams({ strict: false });
  return (
    <Link
      to="/projects/$projectId/logs/steps/$stepId"
      params={{ projectId, stepId }}
      search={{ currentStepId: stepId }}
      aria-label={visibleString(t("showCall", { name }))}
    >
      {t("call")}
    </Link>
  );
}
