import { defineMessages } from "../../messages/define-messages.ts";
import { english, german, hintKey, isKnown } from "./scorer-texts.ts";

const useScorerText = defineMessages("scorers", { en: english, de: german });

/**
 * Texts for built-in scorers, for their options, and for the values of an option. If the UI has no text of its own,
 * `about` and `hint` return the description from the service.
 */
export interface ScorerNames {
  readonly scorer: (name: string) => string;
  readonly option: (name: string) => string;
  readonly value: (option: string, value: string) => string;
  readonly about: (scorer: { readonly name: string; readonly description: string }) => string;
  readonly hint: (scorer: string, option: { readonly name: string; readonly description: string }) => string;
}

/**
 * Returns the texts for built-in scorers. A scorer or option that the UI does not know is named after its identifier.
 */
export function useScorerNames(): ScorerNames {
  const t = useScorerText();
  const nameOf = (key: string, name: string): string => (isKnown(key) ? t(key) : wordsOf(name));
  return {
    scorer: (name) => nameOf(`scorer_${name}`, name),
    option: (name) => nameOf(`option_${name}`, name),
    value: (option, value) => nameOf(`value_${option}_${value}`, value),
    about: ({ name, description }) => {
      const key = `about_${name}`;
      return isKnown(key) ? t(key) : description;
    },
    hint: (scorer, { name, description }) => {
      const key = hintKey(scorer, name);
      return key === null ? description : t(key);
    },
  };
}

/** Returns `ignoreCase` as `Ignore case`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
