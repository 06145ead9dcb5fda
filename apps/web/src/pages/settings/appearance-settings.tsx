import { useState } from "react";
import { applyTheme, currentTheme, themes } from "../../design/theme.ts";
import { i18n, type Language, languages, setLanguage } from "../../messages/i18n.ts";
import { SelectField } from "../../ui/field.tsx";
import { useSettingsText } from "./messages.ts";
import styles from "./settings.module.css";

/** Theme and language of this browser. */
export function AppearanceSettings() {
  const t = useSettingsText();
  const [theme, setTheme] = useState(currentTheme);
  const choose = (name: string): void => {
    const chosen = themes.find((each) => each === name) ?? "system";
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <section className={styles.part}>
      <div className={styles.form}>
        <SelectField label={t("colours")} value={theme} onChange={(event) => choose(event.target.value)}>
          {themes.map((name) => (
            <option key={name} value={name}>
              {t(`theme_${name}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("language")}
          value={i18n.language}
          onChange={(event) => setLanguage(event.target.value as Language)} // the options are languages
        >
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}
