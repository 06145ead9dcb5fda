import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useChange } from "../../api/use-request.ts";
import { addEvaluationRule } from "../../generated/evaluation-rules.ts";
import { Page } from "../../ui/page.tsx";
import { useRulesText } from "./messages.ts";
import { emptyDraft } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";

export function NewRulePage() {
  const t = useRulesText();
  const navigate = useNavigate();
  const { projectId } = useParams({ from: "/projects/$projectId/evaluation-rules/new" });
  const { evaluator = "" } = useSearch({ from: "/projects/$projectId/evaluation-rules/new" });
  const add = useChange(addEvaluationRule);
  return (
    <Page
      title={t("add")}
      back={
        <Link to="/projects/$projectId/evaluation-rules" params={{ projectId }}>
          {t("title")}
        </Link>
      }
    >
      <RuleForm
        initial={{ ...emptyDraft, evaluatorVersionId: evaluator }}
        action={t("create")}
        hasPreview
        isBusy={add.isPending}
        error={add.error}
        onSubmit={(rule) =>
          add.mutate(
            { rule },
            {
              onSuccess: ({ createEvaluationRule: { id } }) =>
                void navigate({
                  to: "/projects/$projectId/evaluation-rules/$ruleId",
                  params: { projectId, ruleId: id },
                }),
            },
          )
        }
      />
    </Page>
  );
}
