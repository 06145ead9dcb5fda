import type { EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { useRulesText } from "./messages.ts";

/**
 * Amount that a rule spent on one day. A model call without a known price costs 0. If the rule called models but the
 * amount is 0, a dash is shown instead of the amount.
 */
export function RuleSpending({
  version,
  day,
}: {
  readonly version: EvaluationRuleFieldsFragment["evaluatorVersion"];
  /** Undefined for a day without judgments. */
  readonly day: EvaluationRuleFieldsFragment["days"][number] | undefined;
}) {
  const t = useRulesText();
  const formats = useFormats();
  const { judged, spent } = day ?? { judged: 0, spent: 0 };
  if (spent !== 0 || judged === 0 || !callsModel(version)) return formats.cost(spent);
  return (
    <span title={t("noSpending")}>
      <span aria-hidden>–</span>
      <span className="visually-hidden">{t("noSpending")}</span>
    </span>
  );
}

/** Whether an evaluator version calls a model. Returns true for a deleted version, because its kind is unknown. */
function callsModel(version: EvaluationRuleFieldsFragment["evaluatorVersion"]): boolean {
  if (version === null || version.kind === "LLM") return true;
  return version.builtIn?.scorer === "embeddingSimilarity";
}
