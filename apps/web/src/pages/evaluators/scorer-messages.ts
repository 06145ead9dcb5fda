import { defineMessages } from "../../messages/define-messages.ts";

const english = {
  scorer_exactMatch: "Exact match",
  scorer_contains: "Contains texts",
  scorer_regularExpression: "Regular expression",
  scorer_validJson: "Valid JSON",
  scorer_jsonSchema: "JSON schema",
  scorer_numericCloseness: "Numeric closeness",
  scorer_editDistance: "Edit distance",
  scorer_embeddingSimilarity: "Embedding similarity",
  scorer_toolCalls: "Tool calls",
  scorer_trajectory: "Trajectory of tool calls",
  option_output: "Scored value",
  option_expected: "Expected value",
  option_ignoreCase: "Ignore case",
  option_trim: "Ignore surrounding spaces",
  option_texts: "Texts",
  option_mode: "Must contain",
  option_pattern: "Pattern",
  option_wholeText: "Match the whole text",
  option_kind: "Kind of value",
  option_schema: "Schema",
  option_parse: "Parse text as JSON",
  option_absolute: "Absolute tolerance",
  option_relative: "Relative tolerance",
  option_minimum: "Cosine that scores 0",
  option_arguments: "Arguments",
  option_allowExtra: "Allow other calls",
  option_order: "Calls",
  option_maxRepeats: "Maximum repetitions",
  value_mode_all: "All texts",
  value_mode_any: "One of the texts",
  value_kind_any: "Any value",
  value_kind_object: "Object",
  value_kind_array: "Array",
  "value_kind_object or array": "Object or array",
  value_arguments_exact: "All are equal",
  value_arguments_subset: "Expected ones are equal",
  value_arguments_ignore: "Not compared",
  value_order_strict: "Exactly the expected, in order",
  value_order_unordered: "Exactly the expected, in any order",
  value_order_subset: "Only expected ones",
  value_order_superset: "All expected ones, and possibly others",
  value_order_any: "Not compared",
} as const;

const useScorerText = defineMessages("scorers", {
  en: english,
  de: {
    scorer_exactMatch: "Genaue Übereinstimmung",
    scorer_contains: "Enthält Texte",
    scorer_regularExpression: "Regulärer Ausdruck",
    scorer_validJson: "Gültiges JSON",
    scorer_jsonSchema: "JSON-Schema",
    scorer_numericCloseness: "Nähe zu einer Zahl",
    scorer_editDistance: "Editierdistanz",
    scorer_embeddingSimilarity: "Ähnlichkeit der Embeddings",
    scorer_toolCalls: "Tool-Aufrufe",
    scorer_trajectory: "Verlauf der Tool-Aufrufe",
    option_output: "Bewerteter Wert",
    option_expected: "Erwarteter Wert",
    option_ignoreCase: "Groß- und Kleinschreibung ignorieren",
    option_trim: "Leerzeichen am Rand ignorieren",
    option_texts: "Texte",
    option_mode: "Muss enthalten",
    option_pattern: "Muster",
    option_wholeText: "Ganzer Text muss passen",
    option_kind: "Art des Werts",
    option_schema: "Schema",
    option_parse: "Text als JSON lesen",
    option_absolute: "Absolute Toleranz",
    option_relative: "Relative Toleranz",
    option_minimum: "Kosinus mit der Bewertung 0",
    option_arguments: "Argumente",
    option_allowExtra: "Weitere Aufrufe erlauben",
    option_order: "Aufrufe",
    option_maxRepeats: "Maximale Wiederholungen",
    value_mode_all: "Alle Texte",
    value_mode_any: "Einen der Texte",
    value_kind_any: "Beliebiger Wert",
    value_kind_object: "Objekt",
    value_kind_array: "Liste",
    "value_kind_object or array": "Objekt oder Liste",
    value_arguments_exact: "Alle sind gleich",
    value_arguments_subset: "Erwartete sind gleich",
    value_arguments_ignore: "Nicht verglichen",
    value_order_strict: "Genau die erwarteten, der Reihe nach",
    value_order_unordered: "Genau die erwarteten, in beliebiger Reihenfolge",
    value_order_subset: "Nur erwartete",
    value_order_superset: "Alle erwarteten, und vielleicht weitere",
    value_order_any: "Nicht verglichen",
  },
});

/** Names of scorers, their options and the values of options in the user's language. */
export interface ScorerNames {
  readonly scorer: (name: string) => string;
  readonly option: (name: string) => string;
  readonly value: (option: string, value: string) => string;
}

/** Returns the names of built-in scorers. A name that the UI does not know yet is shown as its words. */
export function useScorerNames(): ScorerNames {
  const t = useScorerText();
  const nameOf = (key: string, name: string): string => (isKnown(key) ? t(key) : wordsOf(name));
  return {
    scorer: (name) => nameOf(`scorer_${name}`, name),
    option: (name) => nameOf(`option_${name}`, name),
    value: (option, value) => nameOf(`value_${option}_${value}`, value),
  };
}

function isKnown(key: string): key is keyof typeof english {
  return Object.hasOwn(english, key);
}

/** Returns `ignoreCase` as `Ignore case`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
