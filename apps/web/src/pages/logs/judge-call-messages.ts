import { defineMessages } from "../../messages/define-messages.ts";

export const useJudgeCallText = defineMessages("judge-call", {
  en: {
    call: "Judge’s call",
    callOf: "Judge’s call for {{name}}",
    missing: "The call of this judge is not recorded, or it was deleted",
  },
  de: {
    call: "Aufruf des Richters",
    callOf: "Aufruf des Richters für {{name}}",
    missing: "Der Aufruf dieses Richters ist nicht aufgezeichnet, oder er wurde gelöscht",
  },
});
