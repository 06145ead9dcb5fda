import type { EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { useRulesText } from "./messages.ts";

/**
 * Amount that a rule spent on one day. Calls without a known price count as 0. If there were only such calls, a dash is
 * shown instead of 0.
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

/** Whether an evaluator version calls a model. A deleted version may have called one. */
function callsModel(version: EvaluationRuleFieldsFragment["evaluatorVersion"]): boolean {
  if (version === null || version.kind === "LLM") return true;
  return version.builtIn?.scorer === "embeddingSimilarity";
}
