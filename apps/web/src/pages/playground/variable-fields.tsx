import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, jsonLine } from "../../json/json-text.ts";
import type { TemplateVariable } from "../../prompt-template/template-variables.ts";
import { TextArea } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

/** A field for each variable of the template. An empty one leaves the variable to its default. */
export function VariableFields({
  variables,
  defaults,
  values,
  onChange,
}: {
  readonly variables: readonly TemplateVariable[];
  readonly defaults: JsonValue;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (name: string, text: string) => void;
}) {
  const t = usePlaygroundText();
  return (
    <section className={styles.column}>
      <div className={styles.head}>
        <h2>{t("variables")}</h2>
      </div>
      {variables.length === 0 && <p className={styles.muted}>{t("noVariables", { example: "{{name}}" })}</p>}
      {variables.map(({ name, language }) => {
        const preset = isJsonObject(defaults) && Object.hasOwn(defaults, name) ? defaults[name] : undefined;
        const hint = [
          language === "json" && t("jsonHint"),
          preset !== undefined && t("defaultIs", { value: jsonLine(preset, 80) }),
        ]
          .filter(Boolean)
          .join(" · ");
        const text = values[name] ?? "";
        return language === "json" ? (
          <JsonField
            key={name}
            label={name}
            hint={hint}
            rows={3}
            value={text}
            onChange={(next) => onChange(name, next)}
          />
        ) : (
          <TextArea
            key={name}
            label={name}
            hint={hint}
            rows={1}
            value={text}
            onChange={({ target }) => onChange(name, target.value)}
          />
        );
      })}
    </section>
  );
}
