import { type FormEvent, useState } from "react";
import type { FilterOperator } from "../../../generated/analytics.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { DurationField, NumberField } from "../../../ui/number-field.tsx";
import { SuggestField } from "../../../ui/suggest-field.tsx";
import type { LogResource } from "../log-resource.ts";
import { formatConditionValue, parseConditionValue, takesValue } from "./condition-value.ts";
import type { Condition } from "./condition.ts";
import { type FilterField, filterFields, findField, firstOperatorOf, operatorsOf } from "./filter-fields.ts";
import styles from "./filters.module.css";
import { useEditorText } from "./editor-messages.ts";
import { fieldText, useFiltersText } from "./messages.ts";
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
  const [name, setName] = useState(condition?.field ?? fields[0]?.name ?? "");
  const field = findField(resource, name);
  const [operator, setOperator] = useState<FilterOperator | null>(condition?.operator ?? null);
  const [path, setPath] = useState(condition?.path ?? "");
  const [text, setText] = useState(
    condition && field ? formatConditionValue(condition.value, field.kind, condition.operator) : "",
  );
  const [isBad, setIsBad] = useState(false);
  const [isFieldChosen, setIsFieldChosen] = useState(condition !== null);
  const paths = usePathSuggestions(resource, field?.path === "json" && name === "metadata");
  const values = useValueSuggestions(resource, field, path);
  if (!field) return null;
  const known = operatorsOf(field);
  const current = operator !== null && known.includes(operator) ? operator : firstOperatorOf(field);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
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
        options={fields.map((each) => ({ value: each.name, label: fieldText(t, each.name) }))}
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
          if (next) setOperator(next);
        }}
        options={known.map((each) => ({ value: each, label: t(`operator_${each}`) }))}
      />
      {takesValue(current) && (
        <ValueField
          field={field}
          operator={current}
          text={text}
          options={field.values ?? (field.path === "score" ? none : values)}
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
  error,
  autoFocus,
  onChange,
}: {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly text: string;
  readonly options: readonly string[];
  readonly error: string | null;
  /** Whether the field takes the focus when it appears. A new filter starts with the choice of its field. */
  readonly autoFocus: boolean;
  readonly onChange: (text: string) => void;
}) {
  const t = useFiltersText();
  const isList = operator === "in" || operator === "nin";
  const isTime = field.kind === "datetime";
  if (field.kind === "number") {
    const common = { label: t("value"), value: text, error, autoFocus, onChange };
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
