import { i18n, useLanguage } from "./i18n.ts";

type Plain<Key extends string> = Key extends `${infer Base}_${"one" | "other"}` ? Base : Key;

/**
 * Values of the placeholders in a text, such as `{{name}}`. `count` also selects the singular (`_one`) or the plural
 * (`_other`) of the text.
 */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the user's language. */
export type Text<Key extends string> = (key: Plain<Key>, values?: TextValues) => string;

/**
 * Defines the texts of one part of the UI in every language. Returns a hook that reads them. The compiler checks that
 * each language has the same keys as English.
 */
export function defineMessages<const English extends Readonly<Record<string, string>>>(
  area: string,
  texts: { readonly en: English; readonly de: Readonly<Record<keyof English, string>> },
): () => Text<keyof English & string> {
  for (const [language, bundle] of Object.entries(texts)) i18n.addResourceBundle(language, area, bundle);
  // Each language has one function, so that it can be a dependency of a hook.
  const made = new Map<string, Text<keyof English & string>>();
  return () => {
    const language = useLanguage();
    let text = made.get(language);
    if (text === undefined) {
      text = i18n.getFixedT(language, area) as unknown as Text<keyof English & string>; // `area` is not a literal
      made.set(language, text);
    }
    return text;
  };
}
