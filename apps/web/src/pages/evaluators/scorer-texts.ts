export const english = {
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
  about_exactMatch:
    "1 if the output equals the expected value, else 0. The order of an object's fields does not count. An object or list also equals a text with the same JSON.",
  about_contains: "1 if the output contains all given texts, or one of them, else 0.",
  about_regularExpression: "1 if the output matches a regular expression in RE2 syntax, else 0.",
  about_validJson: "1 if the output is JSON of the required kind, else 0. A text is parsed first.",
  about_jsonSchema: "1 if the output matches a JSON schema, else 0 with the reasons.",
  about_numericCloseness:
    "1 if the output is within the absolute or relative tolerance of the expected number, else 0. Without a tolerance, the score is higher the closer the numbers are.",
  about_editDistance:
    "Similarity of output and expected text: 1 minus their Levenshtein distance, divided by the length of the longer text.",
  about_embeddingSimilarity:
    "Similarity of output and expected text: the cosine of their embeddings. Calls an embedding model.",
  about_toolCalls:
    "Share of the expected tool calls that were made with the right arguments, in any order. Other calls lower the score unless they are allowed.",
  about_trajectory: "1 if the tool calls of an agent are those expected, and none is repeated too often, else 0.",
  hint_output: "Path of the scored value.",
  hint_expected: "Path of the expected value.",
  hint_contains_expected: "Path of a text or a list of texts. Used only if the field below is empty.",
  hint_toolCalls_output: "Path of steps, messages or tool calls.",
  hint_toolCalls_expected: "Path of the expected calls: objects with `name` and `arguments`, or names of tools.",
  hint_trajectory_output: "Path of steps, messages or tool calls.",
  hint_trajectory_expected: "Path of the expected calls: objects with `name` and `arguments`, or names of tools.",
  hint_texts: "Texts to find.",
  hint_pattern: "Regular expression in RE2 syntax, without lookarounds and backreferences.",
  hint_schema:
    "JSON schema of draft 2020-12, or of draft 4, 6, 7 or 2019-09 if its `$schema` says so. A `$ref` must point to a part of the same schema.",
  hint_absolute: "Maximum difference.",
  hint_relative: "Maximum difference as a share of the expected number.",
  hint_minimum: "Cosine that scores 0. With many models, even texts on different subjects have a cosine of about 0.7.",
  hint_maxRepeats: "How many times in a row the same calls may be made with the same arguments. Default: no limit.",
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
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
  about_exactMatch:
    "1, wenn die Ausgabe gleich dem erwarteten Wert ist, sonst 0. Die Reihenfolge der Felder eines Objekts zählt nicht. Ein Objekt oder eine Liste gleicht auch einem Text mit demselben JSON.",
  about_contains: "1, wenn die Ausgabe alle angegebenen Texte enthält, oder einen davon, sonst 0.",
  about_regularExpression: "1, wenn die Ausgabe zu einem regulären Ausdruck in RE2-Syntax passt, sonst 0.",
  about_validJson: "1, wenn die Ausgabe JSON der verlangten Art ist, sonst 0. Ein Text wird zuerst als JSON gelesen.",
  about_jsonSchema: "1, wenn die Ausgabe zu einem JSON-Schema passt, sonst 0 mit den Gründen.",
  about_numericCloseness:
    "1, wenn die Ausgabe innerhalb der absoluten oder relativen Toleranz der erwarteten Zahl liegt, sonst 0. Ohne Toleranz ist die Bewertung umso höher, je näher die Zahlen sind.",
  about_editDistance:
    "Ähnlichkeit von Ausgabe und erwartetem Text: 1 minus ihre Levenshtein-Distanz, geteilt durch die Länge des längeren Texts.",
  about_embeddingSimilarity:
    "Ähnlichkeit von Ausgabe und erwartetem Text: der Kosinus ihrer Embeddings. Ruft ein Embedding-Modell auf.",
  about_toolCalls:
    "Anteil der erwarteten Tool-Aufrufe, die mit den richtigen Argumenten erfolgten, in beliebiger Reihenfolge. Weitere Aufrufe senken die Bewertung, wenn sie nicht erlaubt sind.",
  about_trajectory:
    "1, wenn die Tool-Aufrufe eines Agenten die erwarteten sind und keiner zu oft wiederholt wird, sonst 0.",
  hint_output: "Pfad des bewerteten Werts.",
  hint_expected: "Pfad des erwarteten Werts.",
  hint_contains_expected:
    "Pfad eines Texts oder einer Liste von Texten. Nur verwendet, wenn das Feld darunter leer ist.",
  hint_toolCalls_output: "Pfad von Schritten, Nachrichten oder Tool-Aufrufen.",
  hint_toolCalls_expected: "Pfad der erwarteten Aufrufe: Objekte mit `name` und `arguments`, oder Namen von Tools.",
  hint_trajectory_output: "Pfad von Schritten, Nachrichten oder Tool-Aufrufen.",
  hint_trajectory_expected: "Pfad der erwarteten Aufrufe: Objekte mit `name` und `arguments`, oder Namen von Tools.",
  hint_texts: "Zu findende Texte.",
  hint_pattern: "Regulärer Ausdruck in RE2-Syntax, ohne Lookarounds und Rückverweise.",
  hint_schema:
    "JSON-Schema nach Entwurf 2020-12, oder nach Entwurf 4, 6, 7 oder 2019-09, wenn `$schema` es angibt. Ein `$ref` muss auf einen Teil desselben Schemas verweisen.",
  hint_absolute: "Maximale Differenz.",
  hint_relative: "Maximale Differenz als Anteil der erwarteten Zahl.",
  hint_minimum:
    "Kosinus mit der Bewertung 0. Bei vielen Modellen haben selbst Texte über verschiedene Themen einen Kosinus von etwa 0,7.",
  hint_maxRepeats:
    "Wie oft nacheinander dieselben Aufrufe mit denselben Argumenten erfolgen dürfen. Voreinstellung: unbegrenzt.",
};

/** Key of an option's hint; null if the UI has no text for it. */
export function hintKey(scorer: string, option: string): keyof typeof english | null {
  return [`hint_${scorer}_${option}`, `hint_${option}`].find((key) => isKnown(key)) ?? null;
}

/** Whether the UI has its own texts for a scorer, or for the hint of one of its options. */
export function hasScorerText(scorer: string, option?: string): boolean {
  return option === undefined ? isKnown(`about_${scorer}`) : hintKey(scorer, option) !== null;
}

export function isKnown(key: string): key is keyof typeof english {
  return Object.hasOwn(english, key);
}
