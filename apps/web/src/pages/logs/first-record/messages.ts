import { defineMessages } from "../../../messages/define-messages.ts";

export const useFirstRecordText = defineMessages("firstRecord", {
  en: {
    threads: "No threads yet",
    runs: "No runs yet",
    generations: "No generations yet",
    steps: "No steps yet",
    scores: "No scores yet",
    how: "Send the first record with this code. Set THREADLINE_API_KEY (Python: LITERAL_API_KEY) to an API key of this project.",
    howWithKey:
      "Send the first record with this code. It contains the new API key; copy the key now, because it is not shown again.",
    createKey: "Create API key",
    key: "API key",
    keyName: "First key",
    waiting: "Waiting for the first record …",
    elsewhere: "This project has records, but none in this list.",
    allSteps: "View all steps",
    arrived: "The first record has arrived",
    next: "Next steps",
  },
  de: {
    threads: "Noch keine Threads",
    runs: "Noch keine Läufe",
    generations: "Noch keine Generierungen",
    steps: "Noch keine Schritte",
    scores: "Noch keine Bewertungen",
    how: "Sende den ersten Eintrag mit diesem Code. Setze THREADLINE_API_KEY (Python: LITERAL_API_KEY) auf einen API-Schlüssel dieses Projekts.",
    howWithKey:
      "Sende den ersten Eintrag mit diesem Code. Er enthält den neuen API-Schlüssel; kopiere ihn jetzt, denn er wird nicht noch einmal angezeigt.",
    createKey: "API-Schlüssel erstellen",
    key: "API-Schlüssel",
    keyName: "Erster Schlüssel",
    waiting: "Warten auf den ersten Eintrag …",
    elsewhere: "Dieses Projekt hat Einträge, aber keine in dieser Liste.",
    allSteps: "Alle Schritte anzeigen",
    arrived: "Der erste Eintrag ist angekommen",
    next: "Nächste Schritte",
  },
});
