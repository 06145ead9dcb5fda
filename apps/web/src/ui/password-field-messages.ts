import { defineMessages } from "../messages/define-messages.ts";

export const usePasswordFieldText = defineMessages("password-field", {
  en: { show: "Show characters", hide: "Hide characters" },
  de: { show: "Zeichen anzeigen", hide: "Zeichen verbergen" },
});
