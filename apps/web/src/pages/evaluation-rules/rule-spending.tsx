import type { EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { useRulesText } from "./messages.ts";

/**
 * Cost of the judgments of a rule on one day. The service adds up only the calls with a price, so a sum of 0 after
 * calls of a model may be an unknown cost.
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
