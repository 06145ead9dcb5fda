import { defineMessages } from "../../../messages/define-messages.ts";

export const useDemoText = defineMessages("demo", {
  en: {
    title: "Demo data",
    about:
      "This project has {{threads}} demo threads with the tag “threadline-demo”, and related users, datasets, experiments, prompts and score schemas. Removing the demo data also removes your scores and comments on the demo threads. Your other records stay.",
    remove: "Remove demo data",
    removing: "Removed {{done}} of {{threads}} threads",
  },
  de: {
    title: "Demodaten",
    about:
      "Dieses Projekt hat {{threads}} Demo-Threads mit dem Tag „threadline-demo“ und zugehörige Nutzer, Datensätze, Experimente, Prompts und Bewertungsschemata. Mit den Demodaten werden auch deine Bewertungen und Kommentare zu diesen Threads entfernt. Deine anderen Einträge bleiben.",
    remove: "Demodaten entfernen",
    removing: "{{done}} von {{threads}} Threads entfernt",
  },
});
