import { useChange } from "../../api/use-request.ts";
import { changeEvaluationRule, type EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField } from "../../ui/field.tsx";
import { useRulesText } from "./messages.ts";
import { modeTones } from "./rule-day.ts";
import { draftOf, readDraft, type RuleDraft, type RuleTarget } from "./rule-draft.ts";

const modes = Object.keys(modeTones) as readonly RuleDraft["mode"][]; // the keys are the modes

/** Mode of a rule in its row. A change is stored at once. */
export function RuleMode({
  rule,
  target,
}: {
  readonly rule: EvaluationRuleFieldsFragment;
  readonly target: RuleTarget;
}) {
  const t = useRulesText();
  const change = useChange(changeEvaluationRule);
  const choose = (value: string): void => {
    const mode = modes.find((each) => each === value);
    const input = mode === undefined ? null : readDraft({ ...draftOf(rule), mode }, target);
    if (input && mode !== rule.mode) change.mutate({ id: rule.id, rule: input });
  };
  return (
    <SelectField
      label={visibleString(t("modeOf", { name: rule.name }))}
      hideLabel
      value={(change.isPending ? change.variables.rule.mode : null) ?? rule.mode}
      options={modes.map((value) => ({ value, label: t(value) }))}
      error={change.error?.message}
      disabled={change.isPending}
      onChange={choose}
    />
  );
}
