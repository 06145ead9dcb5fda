import { createInstance } from "i18next";
import { useSyncExternalStore } from "react";
import { formatNumber } from "./format-number.ts";
import { visibleString } from "./hidden-characters.ts";

export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

const storageKey = "threadline.language";

/** Returns the language that the user chose; otherwise the language of the browser, if supported; otherwise English. */
function initialLanguage(): Language {
  const wishes = [localStorage.getItem(storageKey), ...navigator.languages];
  const known = wishes.map((wish) => wish?.slice(0, 2)).find((code) => code !== undefined && code in languages);
  return (known ?? "en") as Language; // a key of `languages`
}

function writeValue(value: unknown): string {
  return typeof value === "number" ? formatNumber(i18n.language, value) : visibleString(String(value));
}

export const i18n = createInstance();
void i18n.init({
  lng: initialLanguage(),
  fallbackLng: "en",
  resources: {},
  initAsync: false,
  // `writeValue` formats the values that are inserted into texts. It formats numbers for the user's language. It also
  // makes invisible characters visible, which could otherwise reverse the writing direction of the sentence. Escaping
  // markup is left to React.
  interpolation: { escapeValue: true, escape: writeValue, useRawValueToEscape: true },
});
document.documentElement.lang = i18n.language;

export function setLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  void i18n.changeLanguage(language);
}

/** Returns the user's language. A change of the language renders the component again. */
export function useLanguage(): string {
  return useSyncExternalStore(onLanguageChange, readLanguage, readLanguage);
}

function onLanguageChange(act: () => void): () => void {
  i18n.on("languageChanged", act);
  return () => i18n.off("languageChanged", act);
}

function readLanguage(): string {
  return i18n.language;
}
