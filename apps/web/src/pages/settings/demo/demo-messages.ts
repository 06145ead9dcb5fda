import { defineMessages } from "../../../messages/define-messages.ts";

export const useDemoText = defineMessages("demo", {
  en: {
    title: "Demo data",
    about:
      "This project has {{threads}} invented threads with the tag “threadline-demo”, and users, datasets, experiments, prompts and score schemas that belong to them. Removing them also removes your scores and comments on these threads. Your other records stay.",
    remove: "Remove demo data",
    removing: "Removed {{done}} of {{threads}} threads",
  },
  de: {
    title: "Demodaten",
    about:
      "Dieses Projekt hat {{threads}} erfundene Threads mit dem Tag „threadline-demo“ sowie Nutzer, Datensätze, Experimente, Prompts und Bewertungsschemata, die dazugehören. Beim Entfernen werden auch deine Bewertungen und Kommentare zu diesen Threads entfernt. Deine anderen Einträge bleiben.",
    remove: "Demodaten entfernen",
    removing: "{{done}} von {{threads}} Threads entfernt",
  },
});
