import { SelectField, TextField } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { Catalog, EvaluatorDraft } from "./evaluator-draft.ts";
import { type OptionField, optionFields } from "./option-fields.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { type Connection, ModelChoice } from "./model-choice.tsx";
import { useScorerNames } from "./scorer-messages.ts";

export function BuiltInFields({
  draft,
  scorers,
  connections,
  onChange,
}: {
  readonly draft: EvaluatorDraft;
  readonly scorers: Catalog["scorers"];
  /** Undefined while the connections load. */
  readonly connections: readonly Connection[] | undefined;
  readonly onChange: (draft: EvaluatorDraft) => void;
}) {
  const t = useEvaluatorsText();
  const names = useScorerNames();
  const chosen = scorers.find(({ name }) => name === draft.scorer);
  const set = (part: Readonly<Record<string, string>>): void =>
    onChange({ ...draft, options: { ...draft.options, ...part } });
  const options = optionFields(chosen?.options ?? null);
  const callsModel = options.some(({ name }) => name === "connectionId");
  const { connectionId = "", model = "" } = draft.options;
  return (
    <>
      <SelectField
        label={t("scorer")}
        hint={chosen && names.about(chosen)}
        value={draft.scorer}
        options={scorers.map(({ name }) => ({ value: name, label: names.scorer(name) }))}
        onChange={(scorer) => onChange({ ...draft, scorer, options: {} })}
      />
      {callsModel && (
        <ModelChoice
          isFor="embedding"
          connectionId={connectionId}
          model={model}
          connections={connections}
          onChange={set}
        />
      )}
      <div className={styles.row}>
        {options
          .filter(({ name }) => !callsModel || (name !== "connectionId" && name !== "model"))
          .map((option) => (
            <Option
              key={`${draft.scorer} ${option.name}`}
              option={{ ...option, description: names.hint(draft.scorer, option) }}
              value={draft.options[option.name] ?? ""}
              onChange={(text) => set({ [option.name]: text })}
            />
          ))}
      </div>
    </>
  );
}

function Option({
  option: { name, description, type, isRequired, default: initial },
  value,
  onChange,
}: {
  readonly option: OptionField;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const t = useEvaluatorsText();
  const names = useScorerNames();
  const label = names.option(name);
  const hint = isRequired ? `${t("required")}. ${description}` : description;
  if (type === "json") return <JsonField label={label} hint={hint} rows={4} value={value} onChange={onChange} />;
  if (type === "number") {
    return <NumberField label={label} hint={hint} placeholder={initial} value={value} onChange={onChange} />;
  }
  if (type === "text") {
    return (
      <TextField
        label={label}
        hint={hint}
        placeholder={initial}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  const values = type === "boolean" ? ["true", "false"] : type.values;
  const labelOf = (each: string): string =>
    type === "boolean" ? t(each === "true" ? "yes" : "no") : names.value(name, each);
  return (
    <SelectField
      label={label}
      // The labels of the select options already explain this field. The hint is shown only if it says that a value is
      // required.
      hint={isRequired ? hint : undefined}
      value={value}
      options={[
        { value: "", label: initial === "" ? "–" : `${t("default")}: ${labelOf(initial)}` },
        ...values.map((each) => ({ value: each, label: labelOf(each) })),
      ]}
      onChange={onChange}
    />
  );
}
