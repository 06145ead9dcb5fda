import { defineMessages } from "../../messages/define-messages.ts";

export const useUsageText = defineMessages("usage", {
  en: {
    about: "Quotas and retention of this project. An administrator of the service sets both.",
    steps: "Steps today",
    stepsOf: "{{used}} of {{most}}",
    dayEnds: "Resets at {{time}}.",
    bytes: "Storage",
    measured: "Measured at {{time}}, plus writes since then.",
    notMeasured: "Not measured yet. Includes only data written since the quota was set.",
    full: "Quota reached. New data is rejected.",
    noQuota: "No quota",
    noQuotaAbout: "This project has no quota, so usage is not measured. To set one, run:",
    retention: "Retention",
    forever: "Unlimited",
    days_one: "{{count}} day",
    days_other: "{{count}} days",
    retentionAbout:
      "Older steps are deleted with their scores and files. Threads without any remaining steps are deleted too.",
    foreverAbout: "Records are never deleted because of their age.",
  },
  de: {
    about: "Kontingente und Aufbewahrung dieses Projekts. Beides legt die Administration des Dienstes fest.",
    steps: "Schritte heute",
    stepsOf: "{{used}} von {{most}}",
    dayEnds: "Zurückgesetzt um {{time}}.",
    bytes: "Speicher",
    measured: "Gemessen um {{time}}, zuzüglich seither geschriebener Daten.",
    notMeasured: "Noch nicht gemessen. Enthält nur Daten, die seit dem Setzen des Kontingents geschrieben wurden.",
    full: "Kontingent erreicht. Neue Daten werden abgelehnt.",
    noQuota: "Kein Kontingent",
    noQuotaAbout: "Dieses Projekt hat kein Kontingent, daher wird die Nutzung nicht gemessen. So setzt du eines:",
    retention: "Aufbewahrung",
    forever: "Unbegrenzt",
    days_one: "{{count}} Tag",
    days_other: "{{count}} Tage",
    retentionAbout:
      "Ältere Schritte werden mit ihren Bewertungen und Dateien gelöscht, ebenso Threads, die danach keine Schritte mehr haben.",
    foreverAbout: "Einträge werden nie wegen ihres Alters gelöscht.",
  },
});
