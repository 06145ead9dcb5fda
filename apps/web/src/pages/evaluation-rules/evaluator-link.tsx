import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { type EvaluationRuleFieldsFragment, ruleEvaluators } from "../../generated/evaluation-rules.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useRulesText } from "./messages.ts";

/** Link to the evaluator version that a rule uses. `version` is null if the evaluator was deleted. */
export function EvaluatorLink({ version }: { readonly version: EvaluationRuleFieldsFragment["evaluatorVersion"] }) {
  const t = useRulesText();
  const projectId = useProjectId() ?? "";
  const { data } = useOperation(ruleEvaluators, {});
  if (version === null) return t("deleted");
  const { evaluatorId, number } = version;
  const name = data?.evaluators.find(({ id }) => id === evaluatorId)?.name ?? version.scoreName;
  return (
    <Link
      to="/projects/$projectId/evaluators/$evaluatorId"
      params={{ projectId, evaluatorId }}
      search={{ version: number }}
    >
      <VisibleText text={t("version", { name, number })} />
    </Link>
  );
}
