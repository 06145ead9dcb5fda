import { defineMessages } from "../../messages/define-messages.ts";

export const useThreadText = defineMessages("thread", {
  en: { missing: "There is no such thread" },
  de: { missing: "Diesen Thread gibt es nicht" },
});
