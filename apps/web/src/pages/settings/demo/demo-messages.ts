import { defineMessages } from "../../../messages/define-messages.ts";

export const useDemoText = defineMessages("demo", {
  en: {
    title: "Demo data",
    about:
      "This project has {{threads}} invented threads with the tag “threadline-demo”, and users, datasets, experiments and score schemas that belong to them. Removing them leaves your own records as they are.",
    remove: "Remove demo data",
    removing: "Removed {{done}} of {{threads}} threads",
  },
  de: {
    title: "Demodaten",
    about:
      "Dieses Projekt hat {{threads}} erfundene Threads mit dem Tag „threadline-demo“ sowie Nutzer, Datensätze, Experimente und Bewertungsschemata, die dazugehören. Beim Entfernen bleiben Ihre eigenen Aufzeichnungen unverändert.",
    remove: "Demodaten entfernen",
    removing: "{{done}} von {{threads}} Threads entfernt",
  },
});
