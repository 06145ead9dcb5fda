import { defineMessages } from "../../messages/define-messages.ts";

export const useGroupTableText = defineMessages("group-table", {
  en: { errorRate: "Error rate", lastFailure: "Last failure" },
  de: { errorRate: "Fehlerrate", lastFailure: "Letzter Fehler" },
});
