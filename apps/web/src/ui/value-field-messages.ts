import { defineMessages } from "../messages/define-messages.ts";

export const useValueFieldText = defineMessages("value-field", {
  en: {
    format: "Format",
    text: "Text",
    json: "JSON",
    notOneText: "This value is not a single text, so it is edited as JSON",
    unquoted: "Not valid JSON. Put the text in double quotes, or select Text.",
  },
  de: {
    format: "Format",
    text: "Text",
    json: "JSON",
    notOneText: "Dieser Wert ist kein einzelner Text und wird deshalb als JSON bearbeitet",
    unquoted: "Kein gültiges JSON. Setze den Text in doppelte Anführungszeichen, oder wähle Text.",
  },
});
