import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import {
  changeEvaluationRule,
  evaluationRuleNow,
  type EvaluationRuleFieldsFragment,
} from "../../generated/evaluation-rules.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField } from "../../ui/field.tsx";
import { useRulesText } from "./messages.ts";
import { modeTones } from "./rule-day.ts";
import { draftOf, readDraft, type RuleDraft, type RuleTarget } from "./rule-draft.ts";

const modes = Object.keys(modeTones) as readonly RuleDraft["mode"][]; // the keys are the modes

/** Mode of a rule in its row. A change is stored at once. */
export function RuleMode({
  rule: { id, name, mode: listed },
  target,
}: {
  readonly rule: EvaluationRuleFieldsFragment;
  readonly target: RuleTarget;
}) {
  const t = useRulesText();
  const projectId = useProjectId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async (mode: RuleDraft["mode"]) => {
      // The update replaces the whole rule, which may have changed since the list was loaded.
      const { evaluationRule } = await request({ projectId, operation: evaluationRuleNow, variables: { id } });
      const rule = evaluationRule && readDraft({ ...draftOf(evaluationRule), mode }, target);
      if (!rule) throw new Error(t("missing"));
      await request({ projectId, operation: changeEvaluationRule, variables: { id, rule } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [projectId] }),
  });
  const choose = (value: string): void => {
    // The field stays enabled during a change, so that it keeps the focus.
    const mode = modes.find((each) => each === value);
    if (mode !== undefined && mode !== listed && !change.isPending) change.mutate(mode);
  };
  return (
    <SelectField
      label={visibleString(t("modeOf", { name }))}
      hideLabel
      value={change.isPending ? change.variables : listed}
      options={modes.map((value) => ({ value, label: t(value) }))}
      error={change.error?.message}
      onChange={choose}
    />
  );
}
