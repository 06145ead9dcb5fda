import { defineMessages } from "../../messages/define-messages.ts";

export const useLogsText = defineMessages("logs", {
  en: {
    threads: "Threads",
    empty: "No threads yet",
    name: "Name",
    user: "User",
    tokens: "Tokens",
    duration: "Duration",
    tags: "Tags",
    created: "Created",
  },
  de: {
    threads: "Threads",
    empty: "Noch keine Threads",
    name: "Name",
    user: "Nutzer",
    tokens: "Tokens",
    duration: "Dauer",
    tags: "Schlagworte",
    created: "Angelegt",
  },
});
