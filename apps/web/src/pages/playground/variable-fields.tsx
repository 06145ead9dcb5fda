import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, jsonLine } from "../../json/json-text.ts";
import type { TemplateField } from "../../prompt-template/template-fields.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { DatasetRows } from "./dataset-rows.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

interface VariableProps {
  readonly variable: TemplateField;
  readonly defaults: JsonValue;
  readonly text: string;
  readonly isUnset: boolean;
  readonly onChange: (text: string) => void;
}

/**
 * Input fields for the variables of a template. An empty field means the default value. Some variables occur only
 * inside sections, such as `{{#items}}`. They usually get their values from the items of the section, so their fields
 * are in a separate, collapsed list.
 */
export function VariableFields({
  variables,
  defaults,
  values,
  unset,
  onChange,
  onFill,
}: {
  readonly variables: readonly TemplateField[];
  readonly defaults: JsonValue;
  readonly values: Readonly<Record<string, string>>;
  readonly unset: ReadonlySet<string>;
  readonly onChange: (name: string, text: string) => void;
  readonly onFill: (values: Readonly<Record<string, string>>) => void;
}) {
  const t = usePlaygroundText();
  const show = (variable: TemplateField) => (
    <VariableInput
      key={variable.name}
      variable={variable}
      defaults={defaults}
      text={Object.hasOwn(values, variable.name) ? (values[variable.name] ?? "") : ""}
      isUnset={unset.has(variable.name)}
      onChange={(text) => onChange(variable.name, text)}
    />
  );
  if (variables.length === 0) return <p className={styles.muted}>{t("noVariables", { example: "{{name}}" })}</p>;
  const inner = variables.filter(({ sections }) => sections.length > 0);
  return (
    <section className={styles.column}>
      <div className={styles.head}>
        <h2>{t("variables")}</h2>
        <DatasetRows names={variables.map(({ name }) => name)} onChange={onFill} />
        <div role="status">
          {unset.size > 0 && (
            <p className={styles.unset}>{t("unset", { count: unset.size, names: [...unset].join(", ") })}</p>
          )}
        </div>
      </div>
      {variables.length > inner.length && (
        <div className={styles.variables}>{variables.filter(({ sections }) => sections.length === 0).map(show)}</div>
      )}
      {inner.length > 0 && (
        <details className={styles.more}>
          <summary>{t("innerVariables", { names: inner.map(({ name }) => name).join(", ") })}</summary>
          <div>
            <p className={styles.muted}>{t("innerAbout")}</p>
            {inner.map(show)}
          </div>
        </details>
      )}
    </section>
  );
}

function VariableInput({ variable, defaults, text, isUnset, onChange }: VariableProps) {
  const t = usePlaygroundText();
  const { name, language, use, example, sections } = variable;
  const preset = isJsonObject(defaults) && Object.hasOwn(defaults, name) ? defaults[name] : undefined;
  const hint = [
    isUnset && t(text === "" && preset === undefined ? "noValue" : "partlyUnset"),
    use === "section" && t("sectionHint"),
    use === "inverted" && t("invertedHint"),
    use === "value" && language === "json" && sections.length === 0 && t("jsonHint"),
    sections.length > 0 && t("usedIn", { sections: sections.join(", ") }),
    preset !== undefined && t("defaultIs", { value: jsonLine(preset, 80) }),
  ]
    .filter(Boolean)
    .join(" · ");
  if (language === "plaintext") {
    return (
      <TextArea label={name} hint={hint} rows={1} value={text} onChange={({ target }) => onChange(target.value)} />
    );
  }
  return (
    <div className={styles.variable}>
      <JsonField
        label={name}
        hint={hint}
        rows={Math.min(Math.max(text.split("\n").length, 3), 12)}
        value={text}
        onChange={onChange}
      />
      {text === "" && sections.length === 0 && (
        <Button
          size="small"
          aria-label={t("insertExampleOf", { name })}
          onClick={() => onChange(JSON.stringify(preset ?? example, null, 2))}
        >
          {t("insertExample")}
        </Button>
      )}
    </div>
  );
}
