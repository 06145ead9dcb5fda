import { useTranslation } from "react-i18next";
import { i18n } from "./i18n.ts";

type Plain<Key extends string> = Key extends `${infer Base}_${"one" | "other"}` ? Base : Key;

/** Values that a text names in double braces; `count` chooses between `_one` and `_other`. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the reader's language. */
export type Text<Key extends string> = (key: Plain<Key>, values?: TextValues) => string;

/**
 * The texts of one part of the interface, in every language, and the hook that reads them. The compiler holds the
 * languages complete: each has the keys that English has.
 */
export function defineMessages<const English extends Readonly<Record<string, string>>>(
  area: string,
  texts: { readonly en: English; readonly de: Readonly<Record<keyof English, string>> },
): () => Text<keyof English & string> {
  for (const [language, bundle] of Object.entries(texts)) i18n.addResourceBundle(language, area, bundle);
  return () => {
    const { t } = useTranslation(area, { i18n });
    return t as unknown as Text<keyof English & string>; // its own types cannot follow an area that is a variable
  };
}
