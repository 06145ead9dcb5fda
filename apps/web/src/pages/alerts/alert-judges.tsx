import { useOperation } from "../../api/use-request.ts";
import { judgeStates } from "../../generated/agreement.ts";
import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import type { AlertInput } from "./alert-draft.ts";
import { scoreNamesOf } from "../dashboards/score-names-of.ts";
import { JudgeMarks } from "../evaluators/agreement/judge-marks.tsx";
import { DriftNote } from "../evaluators/drift-note.tsx";

type Conditions = Pick<AlertFieldsFragment | AlertInput, "metric" | "filters" | "query">;

/**
 * Warns if the alert uses the scores of an LLM judge that has too few human labels, or whose scores have shifted in the
 * last week.
 */
export function AlertJudgeMarks({ alert }: { readonly alert: Conditions }) {
  return alert.metric === "scoreAverage" && <JudgeMarks names={namesOf(alert)} />;
}

/**
 * Notes about LLM judges whose scores the alert uses, one for each judge whose average score has shifted in the last
 * week.
 */
export function AlertDrift({ alert }: { readonly alert: Conditions }) {
  const { data } = useOperation(judgeStates, {}, { enabled: alert.metric === "scoreAverage" });
  const names = namesOf(alert);
  return (data?.judgeStates ?? [])
    .filter(({ scoreName }) => names === null || names.includes(scoreName))
    .map(({ versionId }) => <DriftNote key={versionId} versionId={versionId} />);
}

function namesOf({ filters, query }: Conditions): readonly string[] | null {
  const names = (filters ?? []).flatMap(({ field, operator, value }) =>
    field === "name" && (operator === "eq" || operator === "in") ? [value].flat().map(String) : [],
  );
  return names.length > 0 ? names : scoreNamesOf({ groupBy: null, query: query ?? null }, { lines: [] });
}
