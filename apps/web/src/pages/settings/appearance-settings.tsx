import { useState } from "react";
import { applyTheme, currentTheme, type Theme, themes } from "../../design/theme.ts";
import { i18n, type Language, languages, setLanguage } from "../../messages/i18n.ts";
import { classes } from "../../ui/classes.ts";
import { SelectField } from "../../ui/field.tsx";
import { enableCharacterKeys, hasCharacterKeys } from "../../ui/use-shortcuts.ts";
import own from "./appearance.module.css";
import { useSettingsText } from "./messages.ts";
import styles from "./settings.module.css";

export function AppearanceSettings() {
  const t = useSettingsText();
  const [theme, setTheme] = useState(currentTheme);
  const choose = (name: Theme): void => {
    applyTheme(name);
    setTheme(name);
  };
  return (
    <section className={classes(styles.part, styles.topics)}>
      <fieldset className={classes(styles.card, own.topic)}>
        <legend className="visually-hidden">{t("colorTheme")}</legend>
        <h2 aria-hidden>{t("colorTheme")}</h2>
        <p className={styles.about}>{t("themeAbout")}</p>
        <div className={own.themes}>
          {themes.map((name) => (
            <label key={name} className={own.theme}>
              <span className={own.picture} aria-hidden>
                {(name === "system" ? (["light", "dark"] as const) : [name]).map((scheme) => (
                  <span key={scheme} className={own.scheme} data-theme={scheme}>
                    <span />
                    <span>
                      <i />
                      <i />
                      <i />
                    </span>
                  </span>
                ))}
              </span>
              <span>
                <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
                {t(`theme_${name}`)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={classes(styles.card, own.topic)}>
        <h2>{t("language")}</h2>
        <p className={styles.about}>{t("languageAbout")}</p>
        <SelectField
          label={t("language")}
          hideLabel
          value={i18n.language}
          onChange={(code) => setLanguage(code as Language)} // each option is a key of `languages`
          options={Object.entries(languages).map(([code, name]) => ({ value: code, label: name, lang: code }))}
        />
      </div>
      <div className={classes(styles.card, own.topic)}>
        <h2>{t("keyboard")}</h2>
        <p className={styles.about}>{t("keyboardAbout")}</p>
        <label className={own.option}>
          <input
            type="checkbox"
            defaultChecked={hasCharacterKeys()}
            onChange={({ currentTarget: { checked } }) => enableCharacterKeys(checked)}
          />
          {t("characterKeys")}
        </label>
      </div>
    </section>
  );
}
