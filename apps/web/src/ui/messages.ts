import { defineMessages } from "../messages/define-messages.ts";

export const useUiText = defineMessages("ui", {
  en: {
    loading: "Loading",
    failed: "This could not be loaded",
    noPermission: "You have no permission to see this",
    retry: "Try again",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    cancel: "Cancel",
    more: "More",
    noDifference: "No difference",
  },
  de: {
    loading: "Lädt",
    failed: "Das konnte nicht geladen werden",
    noPermission: "Du darfst das nicht sehen",
    retry: "Noch einmal versuchen",
    close: "Schließen",
    copy: "Kopieren",
    copied: "Kopiert",
    cancel: "Abbrechen",
    more: "Mehr",
    noDifference: "Kein Unterschied",
  },
});
