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
        <SelectField
          label={t("colorTheme")}
          value={theme}
          onChange={choose}
          options={themes.map((name) => ({ value: name, label: t(`theme_${name}`) }))}
        />
        <SelectField
          label={t("language")}
          value={i18n.language}
          onChange={(code) => setLanguage(code as Language)} // the options are languages
          options={Object.entries(languages).map(([code, name]) => ({ value: code, label: name, lang: code }))}
        />
      </div>
    </section>
  );
}
