import { defineMessages } from "../../messages/define-messages.ts";

export const useJudgeCallText = defineMessages("judge-call", {
  en: {
    call: "Judge’s call",
    callOf: "Judge’s call for {{name}}",
    missing: "This judge call was not recorded, or was deleted",
  },
  de: {
    call: "Aufruf des Richters",
    callOf: "Aufruf des Richters für {{name}}",
    missing: "Dieser Richteraufruf wurde nicht aufgezeichnet oder wurde gelöscht",
  },
});
