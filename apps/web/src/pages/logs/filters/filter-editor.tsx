import { type FormEvent, useState } from "react";
import type { FilterOperator } from "../../../generated/analytics.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { DurationField, NumberField } from "../../../ui/number-field.tsx";
import { SuggestField } from "../../../ui/suggest-field.tsx";
import type { LogResource } from "../log-resource.ts";
import { formatConditionValue, parseConditionValue, takesValue } from "./condition-value.ts";
import type { Condition } from "./condition.ts";
import {
  type FilterField,
  filterFields,
  findField,
  firstOperatorOf,
  operatorsOf,
  scoreLabel,
} from "./filter-fields.ts";
import styles from "./filters.module.css";
import { useEditorText } from "./editor-messages.ts";
import { fieldText, useFiltersText } from "./messages.ts";
import { isComparison, labelOfText, scoreCondition, scoreOperators } from "./score-condition.ts";
import { ScoreValue } from "./score-value.tsx";
import { type ScoreChoices, useScoreChoices } from "./use-score-choices.ts";
import { usePathSuggestions, useValueSuggestions } from "./use-suggestions.ts";

const none: readonly string[] = [];

const orExamples: Readonly<Record<LogResource, string>> = {
  threads: "errors:>1 OR tools:>6",
  runs: "latency:>10s OR cost:>0.1",
  steps: "type:tool OR latency:>10s",
  generations: "latency:>10s OR cost:>0.1",
  scores: "value:<0.5 OR type:HUMAN",
};

export function FilterEditor({
  resource,
  condition,
  onApply,
}: {
  readonly resource: LogResource;
  readonly condition: Condition | null;
  readonly onApply: (condition: Condition) => void;
}) {
  const t = useFiltersText();
  const editor = useEditorText();
  const fields = filterFields[resource];
  const isOfLabel = condition?.field === scoreLabel;
  const edited = isOfLabel ? fields.find((each) => each.path === "score")?.name : condition?.field;
  const [name, setName] = useState(edited ?? fields[0]?.name ?? "");
  const field = findField(resource, name);
  const [operator, setOperator] = useState<FilterOperator | null>(condition?.operator ?? null);
  const [path, setPath] = useState(condition?.path ?? "");
  const [text, setText] = useState(
    condition && field ? formatConditionValue(condition.value, field.kind, condition.operator) : "",
  );
  const [chosen, setChosen] = useState<readonly string[]>(
    Array.isArray(condition?.value) ? condition.value.map(String) : [],
  );
  const [isBad, setIsBad] = useState(false);
  const [isFieldChosen, setIsFieldChosen] = useState(condition !== null);
  const paths = usePathSuggestions(resource, field?.path === "json" && name === "metadata");
  const values = useValueSuggestions(resource, field, path);
  const isScore = field?.path === "score";
  const isKnownName = values.includes(path) || (path !== "" && path === condition?.path);
  const choices = useScoreChoices(path, isScore && isKnownName);
  if (!field) return null;
  const labels = choices.labels.map(({ label }) => label);
  const hasLabels = isScore && (labels.length > 0 || isOfLabel);
  const known = hasLabels ? scoreOperators : operatorsOf(field);
  const current = operator !== null && known.includes(operator) ? operator : firstOperatorOf(field);

  // The first label is proposed. A number of an earlier condition is shown as its label.
  const isOfOne = current === "eq" || current === "neq";
  const scored = isOfOne ? labelOfText(text, choices.labels) || (labels[0] ?? "") : text;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (hasLabels && takesValue(current)) {
      const next = scoreCondition({ field: name, operator: current, path }, { text: scored, chosen, labels });
      if (next === undefined) setIsBad(true);
      else onApply(next);
      return;
    }
    const isBoolean = !takesValue(current) && condition?.operator === current && typeof condition.value === "boolean";
    const value = isBoolean ? condition.value : parseConditionValue({ kind: field.kind, operator: current, text });
    if (value === undefined) setIsBad(true);
    else onApply({ field: name, operator: current, value, ...(field.path && path !== "" && { path }) });
  };

  return (
    <form className={styles.editor} onSubmit={submit}>
      <SelectField
        label={t("field")}
        value={name}
        autoFocus={condition === null}
        onChange={(value) => {
          setIsFieldChosen(true);
          setName(value);
          setOperator(null);
          setText("");
          setIsBad(false);
        }}
        options={fields
          .filter((each) => each.name !== scoreLabel)
          .map((each) => ({ value: each.name, label: fieldText(t, each.name) }))}
      />
      {field.path && (
        <SuggestField
          label={t(field.path === "json" ? "path" : "scoreName")}
          value={path}
          options={field.path === "json" ? paths : values}
          onChange={setPath}
        />
      )}
      <SelectField
        label={t("operator")}
        value={current}
        onChange={(value) => {
          const next = known.find((each) => each === value);
          if (!next) return;
          setOperator(next);
          if (hasLabels && isComparison(next) !== isComparison(current)) setText("");
        }}
        options={known.map((each) => ({ value: each, label: t(`operator_${each}`) }))}
      />
      {takesValue(current) && hasLabels && (
        <ScoreValue
          operator={current}
          labels={labels}
          text={scored}
          chosen={chosen}
          error={isBad ? t("badValue") : null}
          onChange={(next) => {
            setText(next);
            setIsBad(false);
          }}
          onChoose={setChosen}
        />
      )}
      {takesValue(current) && !hasLabels && (
        <ValueField
          field={field}
          operator={current}
          text={text}
          options={field.values ?? (isScore ? none : values)}
          bounds={choices}
          autoFocus={isFieldChosen}
          error={isBad ? t("badValue") : null}
          onChange={(next) => {
            setText(next);
            setIsBad(false);
          }}
        />
      )}
      <Button type="submit" look="primary">
        {t("apply")}
      </Button>
      {condition === null && (
        <p className={styles.orHint}>
          {editor("orHint")} <code>{orExamples[resource]}</code>
        </p>
      )}
    </form>
  );
}

function ValueField({
  field,
  operator,
  text,
  options,
  bounds: { minimum, maximum },
  error,
  autoFocus,
  onChange,
}: {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly text: string;
  readonly options: readonly string[];
  readonly bounds: Pick<ScoreChoices, "minimum" | "maximum">;
  readonly error: string | null;
  /** Whether the field takes the focus when it appears. A new filter starts with the choice of its field. */
  readonly autoFocus: boolean;
  readonly onChange: (text: string) => void;
}) {
  const t = useFiltersText();
  const formats = useFormats();
  const isList = operator === "in" || operator === "nin";
  const isTime = field.kind === "datetime";
  if (field.kind === "number") {
    const hint =
      minimum === null || maximum === null
        ? undefined
        : t("valueRange", { from: formats.number(minimum), to: formats.number(maximum) });
    const common = { label: t("value"), value: text, hint, error, autoFocus, onChange };
    return field.unit === "seconds" ? (
      <DurationField {...common} />
    ) : (
      <NumberField {...common} unit={field.unit === "dollars" ? "$" : undefined} />
    );
  }
  const label = t(isList ? "values" : "value");
  if (!isTime)
    return (
      <SuggestField
        label={label}
        value={text}
        options={options}
        error={error}
        autoFocus={autoFocus}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={label}
      type="datetime-local"
      step={1}
      value={toLocalTime(text)}
      error={error}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Converts an ISO-8601 time to the value of a `datetime-local` input. Returns any other text unchanged. */
function toLocalTime(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
