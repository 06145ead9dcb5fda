import { defineMessages } from "../../messages/define-messages.ts";

export const useSupersededText = defineMessages("superseded-judgments", {
  en: {
    earlier_one: "{{count}} superseded judgment",
    earlier_other: "{{count}} superseded judgments",
    label: "Superseded judgments of {{name}}",
  },
  de: {
    earlier_one: "{{count}} überholte Bewertung",
    earlier_other: "{{count}} überholte Bewertungen",
    label: "Überholte Bewertungen von {{name}}",
  },
});
