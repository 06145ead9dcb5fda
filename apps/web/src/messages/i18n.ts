import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";

export const languages = { en: "English", de: "Deutsch" } as const;

/** Code of a language that the interface speaks. */
export type Language = keyof typeof languages;

const storageKey = "threadline.language";

/** The reader's choice, else the browser's language, else English. */
function initialLanguage(): Language {
  const wishes = [localStorage.getItem(storageKey), ...navigator.languages];
  const known = wishes.map((wish) => wish?.slice(0, 2)).find((code) => code !== undefined && code in languages);
  return (known ?? "en") as Language; // a key of `languages`
}

export const i18n = createInstance();
// Escaping is React's work.
void i18n.use(initReactI18next).init({
  lng: initialLanguage(),
  fallbackLng: "en",
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
});
document.documentElement.lang = i18n.language;

export function setLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  void i18n.changeLanguage(language);
}
