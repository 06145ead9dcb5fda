import { defineMessages } from "../../../messages/define-messages.ts";

export const useEditorText = defineMessages("filter-editor", {
  en: {
    orHint: "Filters are combined with AND. For OR, use the search box:",
    labels: "Labels",
    selectLabels: "Select labels",
  },
  de: {
    orHint: "Filter werden mit UND verknüpft. Für ODER nutze das Suchfeld:",
    labels: "Labels",
    selectLabels: "Labels auswählen",
  },
});
