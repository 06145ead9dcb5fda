import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import type { EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useRulesText } from "./messages.ts";

/** Link to the evaluator of a rule with the version that it uses. Null: the evaluator was deleted. */
export function EvaluatorLink({ version }: { readonly version: EvaluationRuleFieldsFragment["evaluatorVersion"] }) {
  const t = useRulesText();
  const projectId = useProjectId() ?? "";
  if (version === null) return t("deleted");
  const { evaluatorId, scoreName: name, number } = version;
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
