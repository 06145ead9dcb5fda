import { TextArea } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { Column } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import { noSettings, numberSettingNames, numberSettings } from "./column/model-settings.ts";
import styles from "./playground-page.module.css";
import type { ColumnProblems } from "./column/read-column.ts";

export function SettingsFields({
  column,
  problems,
  onChange,
}: {
  readonly column: Column;
  readonly problems: ColumnProblems;
  readonly onChange: (part: Partial<Column>) => void;
}) {
  const t = usePlaygroundText();
  const { settings } = column;
  const count = Object.keys(noSettings).filter((name) => settings[name as keyof typeof settings] !== "").length;
  return (
    <details className={styles.more}>
      <summary>{t("settings", { number: count })}</summary>
      <div>
        <div className={styles.settings}>
          {numberSettingNames.map((name) => {
            const { minimum, maximum } = numberSettings[name];
            return (
              <NumberField
                key={name}
                label={t(name)}
                placeholder={t("default")}
                value={settings[name]}
                minimum={minimum}
                maximum={maximum}
                error={problems.settings.has(name) ? t("range", { minimum, maximum }) : null}
                onChange={(text) => onChange({ settings: { ...settings, [name]: text } })}
              />
            );
          })}
        </div>
        <TextArea
          label={t("stop")}
          hint={t("stopHint")}
          rows={2}
          value={settings.stop}
          onChange={({ target }) => onChange({ settings: { ...settings, stop: target.value } })}
        />
        <JsonField
          label={t("responseSchema")}
          hint={t("responseSchemaHint")}
          rows={4}
          value={column.responseSchema}
          error={problems.responseSchema ? t("notAnObject") : null}
          onChange={(responseSchema) => onChange({ responseSchema })}
        />
        <label>
          <input
            type="checkbox"
            checked={column.isTemplate}
            onChange={({ target }) => onChange({ isTemplate: target.checked })}
          />{" "}
          {t("isTemplate", { example: "{{name}}" })}
        </label>
        {column.isTemplate && (
          <JsonField
            label={t("defaults")}
            rows={3}
            value={column.defaults}
            error={problems.defaults ? t("notAnObject") : null}
            onChange={(defaults) => onChange({ defaults })}
          />
        )}
      </div>
    </details>
  );
}
