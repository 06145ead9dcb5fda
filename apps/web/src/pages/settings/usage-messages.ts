import { defineMessages } from "../../messages/define-messages.ts";

export const useUsageText = defineMessages("usage", {
  en: {
    about: "What this project takes of the service, and for how long its records stay. An administrator sets both.",
    steps: "Steps recorded today",
    stepsOf: "{{used}} of {{most}}",
    dayEnds: "The day ends at {{time}}.",
    bytes: "Stored",
    measured: "Measured at {{time}}, with what was written since.",
    notMeasured: "Not measured yet: what was written since there is a limit.",
    full: "The limit is reached: more is refused.",
    noQuota: "Nothing is limited",
    noQuotaAbout: "This project has no quota, so that nothing is counted. This command sets one:",
    retention: "Records stay",
    forever: "For ever",
    days_one: "{{count}} day",
    days_other: "{{count}} days",
    retentionAbout: "Steps that are older are deleted with their scores and files, and threads that have none left.",
    foreverAbout: "Nothing is deleted because of its age.",
  },
  de: {
    about:
      "Was dieses Projekt vom Dienst verbraucht und wie lange seine Einträge bleiben. Beides legt die Verwaltung fest.",
    steps: "Heute aufgezeichnete Schritte",
    stepsOf: "{{used}} von {{most}}",
    dayEnds: "Der Tag endet um {{time}}.",
    bytes: "Gespeichert",
    measured: "Gemessen um {{time}}, mit dem, was seitdem geschrieben wurde.",
    notMeasured: "Noch nicht gemessen: was geschrieben wurde, seit es eine Grenze gibt.",
    full: "Die Grenze ist erreicht: Weiteres wird abgewiesen.",
    noQuota: "Nichts ist begrenzt",
    noQuotaAbout: "Dieses Projekt hat keine Grenze, also wird nichts gezählt. Dieser Befehl setzt eine:",
    retention: "Einträge bleiben",
    forever: "Für immer",
    days_one: "{{count}} Tag",
    days_other: "{{count}} Tage",
    retentionAbout:
      "Ältere Schritte werden mit ihren Bewertungen und Dateien gelöscht, ebenso Threads, die keine mehr haben.",
    foreverAbout: "Nichts wird seines Alters wegen gelöscht.",
  },
});
