import type { FilterOperator } from "../../../generated/analytics.ts";
import { MultiSelectField, SelectField } from "../../../ui/field.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { SuggestField } from "../../../ui/suggest-field.tsx";
import { useEditorText } from "./editor-messages.ts";
import { useFiltersText } from "./messages.ts";
import { isComparison, takesLabels } from "./score-condition.ts";

/** Value of a condition on a score that has labels. */
export function ScoreValue({
  operator,
  labels,
  text,
  chosen,
  error,
  onChange,
  onChoose,
}: {
  readonly operator: FilterOperator;
  readonly labels: readonly string[];
  readonly text: string;
  /** Labels that are chosen if the operator takes several. */
  readonly chosen: readonly string[];
  readonly error: string | null;
  readonly onChange: (text: string) => void;
  readonly onChoose: (labels: readonly string[]) => void;
}) {
  const t = useFiltersText();
  const editor = useEditorText();
  const shared = { label: t("value"), value: text, error, onChange };
  if (isComparison(operator)) return <NumberField {...shared} />;
  if (operator === "ilike" || operator === "nilike") return <SuggestField {...shared} options={labels} />;
  if (takesLabels(operator)) {
    return (
      <MultiSelectField
        label={editor("labels")}
        options={[...new Set([...labels, ...chosen])]}
        values={chosen}
        placeholder={editor("selectLabels")}
        onChange={onChoose}
      />
    );
  }
  const options = [...new Set([...labels, text])].filter((each) => each !== "");
  return <SelectField {...shared} options={options.map((label) => ({ value: label, label }))} />;
}
